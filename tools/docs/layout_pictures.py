"""Draws the graphs of docs/ONNX.md's examples of layouts: python3 tools/docs/layout_pictures.py

Each picture has columns, and each column a title and the nodes from input to output, with the dims between them.
"""

import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "images"
WIDTH, STEP, BOX = 250, 46, 28

PICTURES = {
    "onnx_layout_of_edges": [
        ("TFLite", ["image 1x8x8x3", "relu", "add (constant: 3)", "sum 1x8x8x3"]),
        ("image:NHWC:NCHW", ["image 1x3x8x8", "Transpose", "Relu", "Add (constant: 3)", "sum 1x8x8x3"]),
        ("and sum:NHWC:NCHW", ["image 1x3x8x8", "Relu", "Add (constant: 1x3x1x1)", "sum 1x3x8x8"]),
    ],
    "onnx_layout_before_a_reshape": [
        ("TFLite", ["image 1x8x8x3", "convolution", "reshape", "rows 1x64x4"]),
        ("without an option", ["image 1x8x8x3", "Transpose", "Conv", "Reshape", "Transpose", "rows 1x64x4"]),
        ("image:NHWC:NCHW", ["image 1x3x8x8", "Conv", "Reshape", "Transpose", "rows 1x64x4"]),
    ],
}


def _text(x, y, words, weight="normal"):
    return f'<text x="{x}" y="{y}" text-anchor="middle" font-weight="{weight}">{words}</text>'


def _column(left, title, parts):
    middle = left + WIDTH // 2
    lines = [_text(middle, 22, title, "bold")]
    for position, part in enumerate(parts):
        top = 40 + position * STEP
        is_edge, is_transpose = position in (0, len(parts) - 1), part == "Transpose"
        fill = "none" if is_edge else "#ffd9b3" if is_transpose else "#d6e6f5"
        stroke = "none" if is_edge else "#555"
        lines.append(f'<rect x="{left + 25}" y="{top}" width="{WIDTH - 50}" height="{BOX}" rx="5" fill="{fill}" stroke="{stroke}"/>')
        lines.append(_text(middle, top + 19, part))
        if position + 1 < len(parts):
            lines.append(f'<path d="M{middle} {top + BOX} v{STEP - BOX - 2}" stroke="#555" marker-end="url(#tip)"/>')
    return lines


def picture(columns):
    height = 40 + STEP * max(len(parts) for _, parts in columns)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH * len(columns)}" height="{height}" font-family="sans-serif" font-size="14">',
        '<rect width="100%" height="100%" fill="white"/>',
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto">',
        '<path d="M0 0 L8 4 L0 8 z" fill="#555"/></marker></defs>',
    ]
    for position, (title, parts) in enumerate(columns):
        lines += _column(position * WIDTH, title, parts)
    return "\n".join([*lines, "</svg>", ""])


def main():
    FOLDER.mkdir(exist_ok=True)
    for name, columns in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(picture(columns))


if __name__ == "__main__":
    main()
