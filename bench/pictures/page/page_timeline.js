'use strict';
// Draws the start as one bar, and one inference on the host and the device as lanes.

const LANE = {height: 24, gap: 30, left: 12, top: 26};

function drawStart(place) {
  const parts = Object.entries(data.cold_start_ms);
  const colours = ['load', 'plan', 'prepare', 'first'].map((name) => `var(--bar-${name})`);
  const total = sum(parts.map(([, ms]) => ms));
  const text = parts.map(([name, ms]) => `${name} ${duration(1000 * ms)}`);
  place.append(
    make('div', {class: 'stack', role: 'img', 'aria-label': text.join(', ')}, ...parts.map(([, ms], i) => {
      const part = make('div', {'--swatch': colours[i], title: text[i]});
      part.style.flexGrow = ms / total;
      return part;
    })),
    legend(text.map((entry, i) => [colours[i], entry])));
}

// Returns a step of 1, 2 or 5 times a power of ten that gives about `count` ticks.
function tickStep(range, count) {
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
}

function laneBar(event, x, width, y, track) {
  const label = event.name;
  const bar = draw('g', {class: 'bar'},
    draw('title', {}, `${label}: ${duration(event.us)}`),
    draw('rect', {x, y, width: Math.max(width, 0.75), height: LANE.height, rx: 2,
                  fill: track.is_device ? 'var(--device)' : 'var(--host)'}));
  const letters = Math.floor((width - 8) / 6.6);
  if (letters >= 3) {
    const short = label.length > letters ? `${label.slice(0, letters - 1)}\u2026` : label;
    bar.append(draw('text', {x: x + 4, y: y + LANE.height / 2 + 4}, short));
  }
  return bar;
}

function timelineSvg(tracks, begin, end, width) {
  const scale = (width - 2 * LANE.left) / (end - begin);
  const height = LANE.top + tracks.length * (LANE.height + LANE.gap) + 10;
  const svg = draw('svg', {width, height, role: 'img',
                           'aria-label': `Time line of one inference, ${duration(end - begin)} long`});
  const step = tickStep(end - begin, width / 110);
  for (let at = 0; at <= end - begin; at += step) {
    const x = LANE.left + at * scale;
    svg.append(draw('line', {class: 'grid', x1: x, x2: x, y1: 18, y2: height}),
               draw('text', {class: 'quiet', x: x + 3, y: 12}, duration(at)));
  }
  tracks.forEach((track, lane) => {
    const y = LANE.top + lane * (LANE.height + LANE.gap) + 18;
    const where = track.is_device ? 'device' : 'host';
    svg.append(draw('text', {class: 'quiet', x: LANE.left, y: y - 5}, `${where}: ${track.name}`));
    for (const event of track.events) {
      svg.append(laneBar(event, LANE.left + (event.begin_us - begin) * scale, event.us * scale, y, track));
    }
  });
  return svg;
}

function drawTimeline(place) {
  const tracks = data.tracks.filter((track) => track.events.length > 0);
  const events = tracks.flatMap((track) => track.events);
  const begin = Math.min(...events.map((event) => event.begin_us));
  const end = Math.max(...events.map((event) => event.begin_us + event.us));
  document.getElementById('run-title').textContent = `One inference, the one of median length (run ${data.run})`;
  const room = tracks.some((track) => track.is_device)
    ? ` The device's clock is placed on the host's to within ${duration(data.device_clock_uncertainty_us)}.` : '';
  document.getElementById('run-note').textContent =
    `Timed with a timestamp after every dispatch, which takes time of its own.${room}`;
  const box = scrolling('time line', '');
  const show = (zoom) => {
    const width = Math.max(640, (place.clientWidth || 1000) - 4) * Number(zoom);
    box.replaceChildren(timelineSvg(tracks, begin, end, width));
  };
  place.append(make('div', {class: 'controls'}, choice('Width', 'zoom',
    [['1', '1\u00d7'], ['3', '3\u00d7'], ['10', '10\u00d7'], ['30', '30\u00d7']], '1', show)), box);
  show('1');
}
