import { h } from './h.js'

/** Controls, what turns the direction of writing, and what has no shape; joiners shape letters and stay. [UAX #9] */
const hidden =
  /((?:(?!\r\n)[^\P{Cc}\n\t]|(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]))\1*/gu

/** Marks of their own for this many; what is left is marked in the text itself, so that no text takes a browser down. */
const mostMarks = 500

/** A foreign text as nodes: each hidden character is named, so that none of them hides or turns what stands beside it. */
export function toVisibleText(text: string): readonly Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const match of text.matchAll(hidden)) {
    if (nodes.length >= 2 * mostMarks) break
    nodes.push(document.createTextNode(text.slice(from, match.index)))
    nodes.push(h('span', { class: 'hidden-character' }, toName(match[0], match[1] ?? '')))
    from = match.index + match[0].length
  }
  const rest = text.slice(from).replace(hidden, (run: string, one: string) => `‹${toName(run, one)}›`)
  nodes.push(document.createTextNode(rest))
  return nodes
}

function toName(run: string, one: string): string {
  const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const count = run.length / one.length
  return count > 1 ? `U+${code} ×${count}` : `U+${code}`
}
