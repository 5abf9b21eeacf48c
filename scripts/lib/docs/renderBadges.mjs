import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ name: string, label: string, value: string }} Badge */

/**
 * Returns the README's badges: what the repository itself proves, without an outside service.
 *
 * @param {string} root of the repository
 * @returns {readonly Badge[]}
 */
export function listBadges(root) {
  const { license, engines } = readJson(root, 'package.json')
  /** @type {{ metrics: readonly { name: string, value: number }[] }} */
  const { metrics } = readJson(root, 'bench/results.json')
  const measured = (/** @type {string} */ name) => {
    const metric = metrics.find((item) => item.name === name)
    if (!metric) throw new Error(`bench/results.json has no "${name}".`)
    return metric.value
  }
  const size = Math.ceil(measured('JavaScript before the user acts, beyond an empty React page'))
  return [
    { name: 'licence', label: 'licence', value: license },
    { name: 'node', label: 'node', value: engines.node.replace('>=', '≥ ') },
    { name: 'size', label: 'connect button', value: `${size} KiB` },
    {
      name: 'requests',
      label: 'requests to other hosts',
      value: String(measured('requests to other hosts before the user acts')),
    },
  ]
}

/**
 * Returns a badge as SVG.
 *
 * @param {Badge} badge
 */
export function renderBadge({ label, value }) {
  const [left, right] = [toWidth(label), toWidth(value)]
  const text = (/** @type {number} */ x, /** @type {string} */ content) =>
    `<text x="${x}" y="14" text-anchor="middle">${content}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${value}">
<title>${label}: ${value}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="5"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3b4048"/><rect x="${left}" width="${right}" height="20" fill="#2b55de"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(left / 2, label)}${text(left + right / 2, value)}</g>
</svg>
`
}

/** In pixels, for 11 pixels of a wide font. @param {string} text */
const toWidth = (text) => Math.round(text.length * 6.8) + 14

/** @param {string} root @param {string} path */
const readJson = (root, path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
