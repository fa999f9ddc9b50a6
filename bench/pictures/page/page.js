'use strict';
// Helpers that the other scripts of the page share, and the page's head.

const data = JSON.parse(document.getElementById('data').textContent);

// Makes an element with attributes and children; texts become text, never markup.
function make(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}
function draw(name, attributes, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('--')) element.style.setProperty(key, value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// Formats three significant digits; larger values keep all digits before the point.
function digits(value) {
  if (value === null || value === undefined) return '';
  if (value === 0 || Math.abs(value) >= 1e6 || Math.abs(value) < 1e-3) {
    return value === 0 ? '0' : value.toExponential(2);
  }
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 6));
}
function duration(us) {
  if (us >= 1e6) return `${digits(us / 1e6)} s`;
  return us >= 1000 ? `${digits(us / 1000)} ms` : `${digits(us)} \u00b5s`;
}
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
function scrolling(label, content, kind = '') {
  return make('div', {class: `scroll ${kind}`, tabindex: 0, role: 'region', 'aria-label': label}, content);
}
function legend(entries) {
  return make('ul', {class: 'legend'}, ...entries.map(([colour, text]) => make('li', {'--swatch': colour}, text)));
}
// Makes a group of radio buttons.
function choice(title, name, options, chosen, onChange) {
  const radios = options.map(([value, text]) => {
    const input = make('input', {type: 'radio', name, value, checked: value === chosen});
    input.addEventListener('change', () => onChange(value));
    return make('label', {}, input, ` ${text}`);
  });
  return make('fieldset', {}, make('legend', {}, title), ...radios);
}

function figures() {
  const dispatches = data.operators.filter((row) => row.where === 'gpu');
  const nodes = data.subgraphs.flatMap((subgraph) => subgraph.nodes);
  const onDevice = nodes.filter((node) => !node.is_cpu).length;
  const partitions = new Set(dispatches.map((row) => row.partition)).size;
  const cold = sum(Object.values(data.cold_start_ms));
  return [
    ['an inference, median', duration(1000 * data.steady_ms.median),
      `p10 ${digits(data.steady_ms.p10)}, p90 ${digits(data.steady_ms.p90)}`],
    ['until the first result', duration(1000 * cold), ''],
    ['on the device in a run', duration(sum(dispatches.map((row) => row.mean_us))), 'timed'],
    ['nodes on the device', `${onDevice} of ${nodes.length}`, ''],
    ['partitions', `${partitions}`, ''],
    ['dispatches', `${dispatches.length}`, ''],
  ];
}

function head() {
  const {about} = data;
  document.title = `${about.model} \u2013 litevk`;
  document.getElementById('model').textContent = about.model;
  const device = about.device || 'the CPU, no device';
  document.getElementById('machine').textContent =
    [`on ${device}`, about.driver, about.litevk && `litevk ${about.litevk}`, about.options].filter(Boolean).join(' \u00b7 ');
  document.getElementById('notes').append(...data.notes.map((note) => make('p', {class: 'quiet'}, note)));
  document.getElementById('figures').append(...figures().map(([title, value, more]) =>
    make('div', {}, make('dt', {}, title), make('dd', {}, value, make('small', {}, more && ` ${more}`)))));
}

head();
drawStart(document.getElementById('start'));
drawTimeline(document.getElementById('timeline'));
drawGraph(document.getElementById('graph'));
drawRoofline(document.getElementById('roofline'));
drawTable(document.getElementById('operators'));
