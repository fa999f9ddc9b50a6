'use strict';
// Draws the graph as boxes, coloured by device, time or error, and as a table for readers who cannot see the drawing.

function boxTime(box) {
  const times = box.nodes.map((node) => node.us).filter((us) => us !== null);
  return times.length > 0 ? sum(times) : null;
}
function boxError(box) {
  const errors = box.nodes.map((node) => node.error).filter((error) => error !== null);
  return errors.length > 0 ? Math.max(...errors) : null;
}
function boxRoot(box) {
  return box.nodes.find((node) => node.index === box.id) ?? box.nodes[0];
}

const NO_COLOUR = {fill: '#e8eaed', text: '#000000'};
function timeColour(us, longest) {
  if (us === null) return NO_COLOUR;
  const ramp = data.palette.time;
  return ramp[Math.min(ramp.length - 1, Math.floor(ramp.length * Math.sqrt(us / longest)))];
}
function errorColour(error) {
  return error === null ? NO_COLOUR : data.palette.error.find((band) => error <= band.up_to).colour;
}
function colourOf(box, by, longest) {
  if (by === 'time') return timeColour(boxTime(box), longest);
  return by === 'error' ? errorColour(boxError(box)) : boxRoot(box).colour;
}

function boxTitle(box) {
  return box.nodes.map((node) => [`${node.index} ${node.op}: ${node.where}`, node.us !== null && duration(node.us),
    node.error_text].filter(Boolean).join('; ')).join('\n');
}
function shortened(text, letters) {
  return text.length > letters ? `${text.slice(0, letters - 1)}\u2026` : text;
}

function drawBox(box, colour) {
  const root = boxRoot(box);
  const more = box.nodes.length > 1 ? ` + ${box.nodes.filter((node) => node !== root).map((node) => node.op).join(', ')}` : '';
  const time = boxTime(box);
  const facts = [root.is_cpu ? 'CPU' : root.partition >= 0 ? `P${root.partition}` : '', time === null ? '' : duration(time),
    box.nodes[box.nodes.length - 1].output.split(' ').pop()].filter(Boolean).join(' \u00b7 ');
  const [x, y] = [box.x - BOX.width / 2, box.y - BOX.height / 2];
  return draw('g', {class: root.is_cpu ? 'box cpu' : 'box', '--on': colour.text},
    draw('title', {}, boxTitle(box)),
    draw('rect', {x, y, width: BOX.width, height: BOX.height, rx: 6, fill: colour.fill}),
    draw('text', {x: x + 9, y: y + 16}, shortened(`${root.index} ${root.op}${more}`, 26)),
    draw('text', {x: x + 9, y: y + 31, class: 'small'}, shortened(facts, 33)));
}

// Returns the path of an edge: down to the next layers; around boxes in between; or to another column, behind boxes in its way.
function edgePath(from, to) {
  const half = BOX.width / 2;
  if (from.column !== to.column) {
    // Runs up or down between two columns; edges to different boxes stay apart.
    const way = to.gutter + 5 * (to.layer % 5) - 10;
    const turn = to.y > from.y ? 8 : -8;
    const [across, corner] = [`M${from.x + half},${from.y} H${way - 8}`, `Q${way},${from.y} ${way},${from.y + turn}`];
    return `${across} ${corner} V${to.y - turn} Q${way},${to.y} ${way + 8},${to.y} H${to.x - half}`;
  }
  if (to.layer - from.layer > 1 && Math.abs(to.x - from.x) < half) {
    const [x1, x2] = [from.x + half, to.x + half];
    const out = Math.max(x1, x2) + 14 + Math.min(20, 2 * (to.layer - from.layer));
    return `M${x1},${from.y} C${out},${from.y} ${out},${to.y} ${x2},${to.y}`;
  }
  const [y1, y2] = [from.y + BOX.height / 2, to.y - BOX.height / 2];
  const bend = (y2 - y1) / 2;
  return `M${from.x},${y1} C${from.x},${y1 + bend} ${to.x},${y2 - bend} ${to.x},${y2}`;
}

function graphSvg(layout, by) {
  const longest = Math.max(1e-9, ...layout.boxes.map((box) => boxTime(box) ?? 0));
  const svg = draw('svg', {width: layout.width, height: layout.height, role: 'img',
                           'aria-label': `Graph of ${layout.boxes.length} boxes; the list below has all nodes as text`});
  svg.append(draw('defs', {}, draw('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6,
    markerHeight: 6, orient: 'auto-start-reverse'}, draw('path', {class: 'arrow', d: 'M0,0 L8,4 L0,8 z'}))));
  for (const box of layout.boxes) {
    for (const feeder of box.feeders) {
      const isFar = box.column - feeder.column > 1;
      svg.append(draw('path', {class: isFar ? 'edge far' : 'edge', d: edgePath(feeder, box), 'marker-end': 'url(#arrow)'}));
    }
  }
  for (const box of layout.boxes) svg.append(drawBox(box, colourOf(box, by, longest)));
  return svg;
}

function graphLegend(nodes, by) {
  if (by === 'time') return legend(data.palette.time.map(({fill}, i) => [fill, ['short', '', '', 'long'][i]]));
  if (by === 'error') {
    const words = ['equal', 'up to a hundredth of what is allowed', 'up to a tenth', 'up to what is allowed', 'wrong'];
    return legend(data.palette.error.map(({colour}, i) => [colour.fill, words[i]]));
  }
  const colours = new Map();
  for (const node of nodes) {
    const name = node.is_cpu ? 'CPU' : node.where.replace(/, in the dispatch.*/, '');
    colours.set(name.replace(/^partition \d+, without/, 'on the device, without'), node.colour.fill);
  }
  return legend([...colours].map(([name, fill]) => [fill, name]).sort((a, b) => a[1].localeCompare(b[1], 'en', {numeric: true})));
}

function nodeList(nodes) {
  const isCompared = nodes.some((node) => node.error !== null);
  const titles = ['node', 'operator', 'where', 'time', ...(isCompared ? ['difference from the CPU kernels'] : [])];
  const rows = nodes.map((node) => make('tr', {}, ...[node.index, node.op, node.where, node.us === null ? '' : duration(node.us),
    ...(isCompared ? [node.error_text] : [])].map((text) => make('td', {}, String(text)))));
  return make('details', {}, make('summary', {}, `All ${nodes.length} nodes as text`), scrolling('nodes', make('table', {},
    make('thead', {}, make('tr', {}, ...titles.map((title) => make('th', {scope: 'col'}, title)))), make('tbody', {}, ...rows)), 'tall'));
}

function drawSubgraph(place, {name, nodes}, number) {
  const layout = layOut(nodes);
  const box = scrolling(`graph of ${name || 'the model'}`, '', 'tall');
  const colours = make('div', {});
  const show = (by) => {
    box.replaceChildren(graphSvg(layout, by));
    colours.replaceChildren(graphLegend(nodes, by));
  };
  const kinds = [['where', 'where it ran'], ['time', 'time']];
  if (nodes.some((node) => node.error !== null)) kinds.push(['error', 'error']);
  const leftOut = nodes.filter(isLeftOut).length;
  if (data.subgraphs.length > 1) place.append(make('h3', {}, `Subgraph ${number}, ${name}`));
  if (leftOut > 0) {
    place.append(make('p', {class: 'quiet'}, `${leftOut} nodes that only compute constants or shapes are left out.`));
  }
  place.append(make('div', {class: 'controls'}, choice('Colours', `colours-${number}`, kinds, 'where', show)), colours, box,
               nodeList(nodes));
  show('where');
}

function drawGraph(place) {
  data.subgraphs.forEach((subgraph, number) => drawSubgraph(place, subgraph, number));
}
