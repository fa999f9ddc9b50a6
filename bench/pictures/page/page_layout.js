'use strict';
// Places the boxes of a graph: layers from top to bottom, in as many columns as keep the drawing readable.

const BOX = {width: 206, height: 40, across: 24, down: 26, column: 70, margin: 20};

// True if a node only computes constants or shapes, and took no time in a run.
function isLeftOut(node) {
  return node.is_constant && node.us === null;
}

// Groups nodes into boxes: a node with those that run in its dispatch.
function boxesOf(nodes) {
  const boxes = new Map();
  const boxOf = new Map();
  const shown = nodes.filter((node) => !isLeftOut(node));
  const indices = new Set(shown.map((node) => node.index));
  for (const node of shown) {
    const id = indices.has(node.root) ? node.root : node.index;
    if (!boxes.has(id)) boxes.set(id, {id, nodes: [], feeders: new Set()});
    boxes.get(id).nodes.push(node);
    boxOf.set(node.index, boxes.get(id));
  }
  for (const node of shown) {
    for (const feeder of node.feeders) {
      if (boxOf.has(feeder) && boxOf.get(feeder) !== boxOf.get(node.index)) boxOf.get(node.index).feeders.add(boxOf.get(feeder));
    }
  }
  return [...boxes.values()];
}

// Assigns layers: the length of the longest path to each box. Visits a box once all its feeders have been
// visited.
function assignLayers(boxes) {
  const readers = new Map(boxes.map((box) => [box, []]));
  const waiting = new Map(boxes.map((box) => [box, box.feeders.size]));
  for (const box of boxes) for (const feeder of box.feeders) readers.get(feeder).push(box);
  const ready = boxes.filter((box) => box.feeders.size === 0);
  for (const box of ready) {
    box.layer = Math.max(0, ...[...box.feeders].map((feeder) => feeder.layer + 1));
    for (const reader of readers.get(box)) {
      waiting.set(reader, waiting.get(reader) - 1);
      if (waiting.get(reader) === 0) ready.push(reader);
    }
  }
  const layers = [];
  for (const box of ready) (layers[box.layer] ??= []).push(box);
  return layers;
}

// Sorts each layer by the mean position of the boxes that feed it, which avoids most crossings of edges.
function orderLayers(layers) {
  for (const layer of layers) {
    for (const box of layer) {
      const places = [...box.feeders].map((feeder) => feeder.place);
      box.wish = places.length > 0 ? sum(places) / places.length : 0;
    }
    layer.sort((a, b) => a.wish - b.wish || a.id - b.id);
    layer.forEach((box, i) => {
      box.place = i - (layer.length - 1) / 2;
    });
  }
}

function layersInColumn(layers) {
  const widest = Math.max(...layers.map((layer) => layer.length));
  const across = widest * (BOX.width + BOX.across) + BOX.column;
  const down = BOX.height + BOX.down;
  // Chooses the number of columns that makes the drawing about one and a half times as wide as high.
  const columns = Math.max(1, Math.round(Math.sqrt(1.5 * layers.length * down / across)));
  return Math.max(4, Math.ceil(layers.length / columns));
}

// Sets x, y (of the centre) and column of each box; returns the size of the drawing.
function placeBoxes(layers) {
  const perColumn = layersInColumn(layers);
  let left = BOX.margin;
  let height = 0;
  for (let first = 0, column = 0; first < layers.length; first += perColumn, ++column) {
    const part = layers.slice(first, first + perColumn);
    const widest = Math.max(...part.map((layer) => layer.length));
    const width = widest * (BOX.width + BOX.across) - BOX.across;
    part.forEach((layer, row) => {
      for (const box of layer) {
        box.column = column;
        box.gutter = left - BOX.column / 2;
        box.x = left + width / 2 + box.place * (BOX.width + BOX.across);
        box.y = BOX.margin + row * (BOX.height + BOX.down) + BOX.height / 2;
      }
    });
    height = Math.max(height, part.length * (BOX.height + BOX.down) + 2 * BOX.margin - BOX.down);
    left += width + BOX.column;
  }
  return {width: left - BOX.column + BOX.margin, height};
}

function layOut(nodes) {
  const boxes = boxesOf(nodes);
  if (boxes.length === 0) return {boxes, width: 0, height: 0};
  const layers = assignLayers(boxes);
  orderLayers(layers);
  return {boxes, ...placeBoxes(layers)};
}
