'use strict';
// The table of operators: sorted by any column, filtered by any text.

function cellText(column, value) {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(column.key === 'workgroups' ? ' \u00d7 ' : ', ');
  if (!column.is_number) return String(value);
  return Number.isInteger(value) && value < 1e6 ? String(value) : digits(value);
}

function sortedRows(rows, column, direction) {
  const value = (row) => row[column.key];
  const compare = column.is_number
    ? (a, b) => (value(a) ?? -Infinity) - (value(b) ?? -Infinity)
    : (a, b) => cellText(column, value(a)).localeCompare(cellText(column, value(b)));
  return [...rows].sort((a, b) => direction * compare(a, b));
}

function tableRow(row, longest) {
  return make('tr', {}, ...data.columns.map((column) => {
    const isShare = column.key === 'mean_us';
    return make('td', {
      class: isShare ? 'number share' : column.is_number ? 'number' : column.key === 'fused' ? null : 'whole',
      '--share': isShare ? `${100 * row.mean_us / longest}%` : '0%',
    }, cellText(column, row[column.key]));
  }));
}

function drawTable(place) {
  const longest = Math.max(1e-9, ...data.operators.map((row) => row.mean_us));
  const body = make('tbody', {});
  const state = {column: data.columns[0], direction: 1, filter: ''};
  const heads = data.columns.map((column) => {
    const button = make('button', {type: 'button', title: column.about}, column.title);
    const cell = make('th', {scope: 'col', class: column.is_number ? 'number' : null}, button);
    button.addEventListener('click', () => {
      const isSame = state.column === column;
      state.direction = isSame ? -state.direction : column.is_number && column.key !== 'node' ? -1 : 1;
      state.column = column;
      show();
    });
    return cell;
  });
  function show() {
    const matches = (row) => data.columns.some(
      (column) => cellText(column, row[column.key]).toLowerCase().includes(state.filter));
    const rows = sortedRows(data.operators.filter(matches), state.column, state.direction);
    body.replaceChildren(...rows.map((row) => tableRow(row, longest)));
    data.columns.forEach((column, i) => {
      const order = column !== state.column ? 'none' : state.direction > 0 ? 'ascending' : 'descending';
      heads[i].setAttribute('aria-sort', order);
    });
  }
  const search = make('input', {type: 'search', placeholder: 'conv, partition, shader \u2026'});
  search.addEventListener('input', () => {
    state.filter = search.value.toLowerCase();
    show();
  });
  show();
  place.append(
    make('div', {class: 'controls'}, make('label', {}, 'Show those with ', search)),
    scrolling('table of operators', make('table', {}, make('thead', {}, make('tr', {}, ...heads)), body), 'tall'));
}
