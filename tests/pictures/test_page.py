"""The page, in a browser without a network, in light and dark."""
import html.parser
import re

import pytest

WIDTH = 1280


class _Tags(html.parser.HTMLParser):
    """Collects the page's elements, and the resources that any of them would fetch."""

    def __init__(self):
        super().__init__()
        self.tags, self.fetched = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.fetched += [value for name, value in attributes if name in ("src", "href", "srcset", "data")]


def test_needs_nothing_else(measured):
    text = measured.page.read_text()
    tags = _Tags()
    tags.feed(text)
    assert tags.tags.count("script") == 7 and tags.tags.count("style") == 1
    assert [address for address in tags.fetched if not address.startswith("data:")] == []
    assert "@import" not in text and not re.search(r"url\((?!#arrow)", text)
    assert "default-src 'none'" in text


@pytest.fixture(params=["light", "dark"])
def page(request, browser, measured):
    browser.emulate(WIDTH, 900, request.param)
    browser.open(measured.page.as_uri())
    browser.scheme = request.param
    yield browser
    assert browser.errors() == []


def table(page):
    """The rows of the table as dicts by the columns' titles."""
    heads, *rows = page.run("""[...document.querySelectorAll('#operators tr')].map(
      (row) => [...row.children].map((cell) => cell.textContent))""")
    return [dict(zip(heads, row)) for row in rows]


def test_table_has_every_operator(page, measured):
    rows = table(page)
    operators = measured.result["operators"]
    assert len(rows) == len(operators) == measured.result["gpu"]["dispatches"]
    for row, operator in zip(rows, operators):
        assert (int(row["node"]), row["operator"], row["label"]) == (operator["node"], operator["op"], operator["label"])
        assert row["runs too"] == ", ".join(operator["fused"])
        assert row["workgroups"] == " \u00d7 ".join(map(str, operator["workgroups"]))
        assert float(row["mean \u00b5s"]) == pytest.approx(operator["mean_us"], rel=0.01)
        assert float(row["GFLOP/s"] or 0) == pytest.approx(operator["gflops"], rel=0.01, abs=1e-3)
    # A click sorts by time, the longest first; the filter keeps the rows that contain its text.
    page.run("[...document.querySelectorAll('#operators th button')].find((b) => b.textContent.startsWith('mean')).click()")
    times = [float(row["mean \u00b5s"]) for row in table(page)]
    assert times == sorted(times, reverse=True) and times[0] > times[-1]
    page.run("""(() => {
      const search = document.querySelector('#operators input');
      search.value = 'max_pool';
      search.dispatchEvent(new Event('input'));
    })()""")
    found = table(page)
    assert found and all(row["operator"] == "MAX_POOL_2D" for row in found)


def test_graph_has_every_node(page, measured):
    titles = "\n".join(page.run("[...document.querySelectorAll('#graph .box title')].map((title) => title.textContent)"))
    drawn = {int(number) for number in re.findall(r"^(\d+) [A-Z]", titles, re.M)}
    constants = int(re.search(r"(\d+) nodes that only compute constants or shapes", page.run("document.body.innerText"))[1])
    assert len(drawn) + constants == measured.result["gpu"]["nodes_total"] and constants > 0
    assert {operator["node"] for operator in measured.result["operators"]} <= drawn
    # Boxes neither touch each other nor leave the drawing.
    boxes = page.run("""[...document.querySelectorAll('#graph .box rect')].map(
      (box) => ['x', 'y', 'width', 'height'].map((name) => Number(box.getAttribute(name))))""")
    width, height = page.run("""['width', 'height'].map((name) => Number(document.querySelector('#graph svg').getAttribute(name)))""")
    for i, (x, y, w, h) in enumerate(boxes):
        assert x >= 0 and y >= 0 and x + w <= width and y + h <= height
        for ox, oy, ow, oh in boxes[:i]:
            assert x + w < ox or ox + ow < x or y + h < oy or oy + oh < y
    assert page.run("[...document.querySelectorAll('#graph .edge')].length") >= len(boxes) - 1
    # The page lists all nodes as text too.
    assert page.run("document.querySelectorAll('#graph details tbody tr').length") == measured.result["gpu"]["nodes_total"]


@pytest.mark.parametrize("by", ["time", "error"])
def test_graph_shows_times_and_errors(page, by):
    colours = "new Set([...document.querySelectorAll('#graph .box rect')].map((box) => box.getAttribute('fill'))).size"
    page.run(f"document.querySelector('#graph input[value={by}]').click()")
    assert page.run(colours) >= 2
    assert page.run("document.querySelectorAll('#graph .legend li').length") >= 4


def test_timeline_and_roofline(page, measured):
    bars = page.run("[...document.querySelectorAll('#timeline .bar title')].map((title) => title.textContent)")
    labels = {operator["label"] for operator in measured.result["operators"]}
    assert labels <= {bar.rpartition(": ")[0] for bar in bars}
    assert any(bar.startswith("submit: ") for bar in bars) and any(bar.startswith("wait: ") for bar in bars)
    narrow = page.run("document.querySelector('#timeline svg').clientWidth")
    page.run("document.querySelector('#timeline input[value=\"10\"]').click()")
    assert page.run("document.querySelector('#timeline svg').clientWidth") == pytest.approx(10 * narrow, rel=0.02)
    points = page.run("document.querySelectorAll('#roofline .point').length")
    assert points == len({operator["node"] for operator in measured.result["operators"] if operator["flops"]})
    assert page.run("document.querySelectorAll('#roofline .roof').length") == 1
    assert re.search(r"[\d.]+ GFLOP/s", page.run("document.querySelector('#roofline svg').textContent"))


def contrast(first, second):
    def luminance(colour):
        channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear))

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read(page):
    """The text on the page and in boxes and bars has the contrast that WCAG requires."""
    paper = page.run("getComputedStyle(document.body).backgroundColor")
    card = page.run("getComputedStyle(document.querySelector('.scroll')).backgroundColor")
    assert (contrast(paper, "255, 255, 255") < 1.5) == (page.scheme == "light")
    for selector in ("body", ".quiet", "summary", ".brand", "h1", "th", "td"):
        colour = page.run(f"getComputedStyle(document.querySelector('{selector}')).color")
        assert min(contrast(colour, paper), contrast(colour, card)) >= 4.5, selector
    for by in ("where", "time", "error"):
        page.run(f"document.querySelector('#graph input[value={by}]').click()")
        pairs = page.run("""[...document.querySelectorAll('#graph .box, #timeline .bar')].filter((box) => box.querySelector('text'))
          .map((box) => [getComputedStyle(box.querySelector('rect')).fill, getComputedStyle(box.querySelector('text')).fill])""")
        assert pairs and all(contrast(*pair) >= 4.5 for pair in pairs), by
    labels = page.run("[...document.querySelectorAll('svg')].every((svg) => svg.getAttribute('role') === 'img' && "
                      "svg.getAttribute('aria-label'))")
    assert labels


def test_screenshots(page, screenshots):
    def below(selector):
        return page.run(f"document.querySelector('{selector}').getBoundingClientRect().top + scrollY")

    graph, rates = below("#graph .scroll"), below("#roofline-title")
    for name, top, bottom in (("page", 0, graph + 330), ("rates", rates, below("#operators .scroll") + 330)):
        path = screenshots / f"{name}_{page.scheme}.png"
        page.screenshot(path, (0, top, WIDTH, bottom - top), scale=0.75)
        assert 20_000 < path.stat().st_size < 150_000


def test_a_model_of_which_a_part_runs_on_the_cpu(browser, split):
    browser.emulate(WIDTH, 900)
    browser.open(split.page.as_uri())
    assert browser.errors() == []
    operators = split.result["operators"]
    assert [row["where"] for row in table(browser)] == [operator["where"] for operator in operators]
    assert browser.run("document.querySelectorAll('#graph .box.cpu').length") > 10
    assert browser.run("document.querySelectorAll('#graph .box:not(.cpu)').length") > 10
    assert browser.run("document.querySelectorAll('#graph input[value=error]').length") == 0


def test_without_a_device(browser, start_bench, tmp_path):
    path = tmp_path / "cpu.html"
    process = start_bench("--use_cpu", "--num_runs=2", "--min_secs=0", "--warmup_min_secs=0", f"--html={path}")
    assert process.returncode == 0, process.stderr
    browser.emulate(WIDTH, 900)
    browser.open(path.as_uri())
    assert browser.errors() == []
    assert {row["where"] for row in table(browser)} == {"cpu"}
    assert "No dispatch was timed." in browser.run("document.body.innerText")


@pytest.mark.parametrize("flags, diagnostic", [
    (["--advise", "--html=x"], "--advise compares several runs"),
    (["--compare=/", "--html=x"], "write --compare cpu"),
    (["--compare", "--use_cpu", "--html=x"], "leave --use_cpu out"),
])
def test_wrong_usage(start_bench, flags, diagnostic):
    process = start_bench(*flags)
    assert process.returncode == 2 and diagnostic in process.stderr
