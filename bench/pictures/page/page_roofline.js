'use strict';
// Roofline plot: operations per second against operations per byte, under the device's measured peaks.

const PLOT = {width: 900, height: 420, left: 70, right: 30, top: 24, bottom: 52};

// Returns one entry per node, with the operations of all its dispatches together.
function workOfNodes() {
  const works = new Map();
  for (const row of data.operators.filter((operator) => operator.where === 'gpu')) {
    const key = `${row.partition}/${row.node}`;
    const work = works.get(key) ?? {label: row.label, flops: 0, bytes: 0, us: 0, dispatches: 0};
    work.flops += row.flops;
    work.bytes += row.bytes;
    work.us += row.mean_us;
    work.dispatches += 1;
    works.set(key, work);
  }
  return [...works.values()].filter((work) => work.us > 0);
}

function logScale(low, high, from, to) {
  const span = Math.log10(high / low);
  return (value) => from + (to - from) * Math.log10(value / low) / span;
}
function powersAround(values) {
  return [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(Math.max(...values)) + 1e-9)];
}

function axes(svg, x, y, [xLow, xHigh], [yLow, yHigh]) {
  for (let at = xLow; at <= xHigh * 1.01; at *= 10) {
    svg.append(draw('line', {class: 'grid', x1: x(at), x2: x(at), y1: y(yLow), y2: y(yHigh)}),
               draw('text', {class: 'quiet', x: x(at), y: y(yLow) + 16, 'text-anchor': 'middle'}, String(Number(at.toPrecision(1)))));
  }
  for (let at = yLow; at <= yHigh * 1.01; at *= 10) {
    svg.append(draw('line', {class: 'grid', x1: x(xLow), x2: x(xHigh), y1: y(at), y2: y(at)}),
               draw('text', {class: 'quiet', x: x(xLow) - 8, y: y(at) + 4, 'text-anchor': 'end'}, String(Number(at.toPrecision(1)))));
  }
  svg.append(
    draw('text', {x: (x(xLow) + x(xHigh)) / 2, y: y(yLow) + 38, 'text-anchor': 'middle'}, 'operations for each byte, FLOP/B'),
    draw('text', {x: 8, y: 14}, 'GFLOP/s'));
}

function roof(svg, x, y, [xLow, xHigh], [yLow]) {
  const {gflops, gbs} = data.peaks;
  const start = Math.max(xLow, yLow / gbs);
  const points = [[start, start * gbs], [gflops / gbs, gflops], [xHigh, gflops]];
  svg.append(
    draw('polyline', {class: 'roof', points: points.map(([px, py]) => `${x(px)},${y(py)}`).join(' ')}),
    draw('text', {x: x(xHigh) - 4, y: y(gflops) - 7, 'text-anchor': 'end'}, `${digits(gflops)} GFLOP/s`),
    draw('text', {x: x(start) + 10, y: y(start * gbs) + 22}, `${digits(gbs)} GB/s`));
}

function rooflineText(works) {
  const total = sum(works.map((work) => work.us));
  if (!data.peaks || total === 0) return 'The device\'s peaks are not known.';
  const least = (work) => Math.max(work.flops / data.peaks.gflops, work.bytes / data.peaks.gbs) / 1000;
  const share = sum(works.map(least)) / total;
  return `At the measured peaks all dispatches together would take ${digits(100 * share)} % of the time that they take. ` +
    'What lies in caches can pass the memory\'s peak, and Winograd\'s algorithm that of operations.';
}

function drawRoofline(place) {
  const plotWidth = Math.max(PLOT.width, (place.clientWidth || 0) - 4);
  const works = workOfNodes();
  const points = works.filter((work) => work.flops > 0 && work.bytes > 0)
    .map((work) => ({...work, x: work.flops / work.bytes, y: work.flops / work.us / 1000}));
  place.append(make('p', {class: 'quiet'}, works.length === 0 ? 'No dispatch was timed.' : rooflineText(works)));
  if (points.length === 0) return;
  const ridge = data.peaks ? [data.peaks.gflops / data.peaks.gbs] : [];
  const xs = powersAround([...points.map((point) => point.x), ...ridge]);
  const ys = powersAround([...points.map((point) => point.y), ...(data.peaks ? [data.peaks.gflops] : [])]);
  const x = logScale(...xs, PLOT.left, plotWidth - PLOT.right);
  const y = logScale(...ys, PLOT.height - PLOT.bottom, PLOT.top);
  const svg = draw('svg', {width: plotWidth, height: PLOT.height, role: 'img',
                           'aria-label': `Roofline with ${points.length} nodes; the table below has their rates`});
  axes(svg, x, y, xs, ys);
  if (data.peaks) roof(svg, x, y, xs, ys);
  const longest = Math.max(...points.map((point) => point.us));
  for (const point of [...points].sort((a, b) => b.us - a.us)) {
    svg.append(draw('circle', {class: 'point', cx: x(point.x), cy: y(point.y), r: 3 + 9 * Math.sqrt(point.us / longest)},
      draw('title', {}, `${point.label}: ${duration(point.us)}, ${digits(point.y)} GFLOP/s, ` +
        `${digits(point.bytes / point.us / 1000)} GB/s, in ${point.dispatches} dispatch${point.dispatches > 1 ? 'es' : ''}`)));
  }
  const moves = works.length - points.length;
  place.append(scrolling('roofline', svg), make('p', {class: 'quiet'},
    'The area of a circle is the time of a node.' + (moves > 0 ? ` ${moves} only move values and are not shown.` : '')));
}
