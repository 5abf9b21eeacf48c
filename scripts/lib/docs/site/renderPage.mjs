import { toText } from '../createMarkdown.mjs'
import { toHtmlText } from './highlight.mjs'

/** @typedef {{ name: string, title: string }} Entry a page of the navigation */
/** @typedef {import('../readDocument.mjs').Token} Token */

/**
 * Renders a page as HTML: no scripts, no inline styles, no external resources.
 *
 * @param {object} options
 * @param {Entry} options.entry
 * @param {string} options.body
 * @param {readonly Token[]} options.tokens of the page, for the list of its headings
 * @param {readonly { title: string, pages: readonly Entry[] }[]} options.parts
 */
export function renderPage({ entry, body, tokens, parts }) {
  const pages = parts.flatMap((part) => part.pages)
  const index = pages.findIndex(({ name }) => name === entry.name)
  const title = entry.name === 'index' ? 'Latchkey' : `${entry.title} · Latchkey`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${toHtmlText(title)}</title>
<link rel="icon" href="key.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header><a class="brand" href="index.html"><img src="key.svg" alt="" width="28" height="28">Latchkey</a><a class="jump" href="#guides">Guides</a></header>
<div class="page">
<nav class="parts" id="guides" aria-label="Guides">
${parts.map((part) => renderPart(part, entry)).join('\n')}
</nav>
<main id="content">
${body}
<nav class="next" aria-label="Before and after">${renderNeighbour(pages[index - 1], 'Before')}${renderNeighbour(pages[index + 1], 'Next')}</nav>
</main>
${renderHeadings(tokens)}
</div>
</body>
</html>
`
}

/**
 * @param {{ title: string, pages: readonly Entry[] }} part
 * @param {Entry} current
 */
function renderPart({ title, pages }, current) {
  const links = pages.map(({ name, title: text }) => {
    const mark = name === current.name ? ' aria-current="page"' : ''
    return `<li><a href="${name}.html"${mark}>${toHtmlText(text)}</a></li>`
  })
  return `<p class="part">${toHtmlText(title)}</p>\n<ul>${links.join('')}</ul>`
}

/**
 * @param {Entry | undefined} entry
 * @param {string} label
 */
function renderNeighbour(entry, label) {
  return entry ? `<a href="${entry.name}.html"><small>${label}</small>${toHtmlText(entry.title)}</a>` : '<span></span>'
}

/** @param {readonly Token[]} tokens */
function renderHeadings(tokens) {
  const items = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.tag !== 'h2') return []
    return [`<li><a href="#${token.attrGet('id')}">${toHtmlText(toText(tokens[index + 1]))}</a></li>`]
  })
  if (items.length < 2) return ''
  return `<nav class="headings" aria-label="On this page"><p class="part">On this page</p><ul>${items.join('')}</ul></nav>`
}
