import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMarkdownTable } from '../../../scripts/lib/formatMarkdownTable.mjs'
import { root } from '../../../scripts/lib/root.mjs'

/** Measurements of one app. Code sizes are in KiB, gzip 9, including React and the app. */
export type PackedRow = {
  readonly adapters: string
  readonly react: string
  readonly installer: string
  readonly typescript: string
  readonly bundler: string
  /** Production dependencies only. */
  readonly packages: number
  readonly megabytes: number
  /** JavaScript that the page requests before the first click, until it is connected, and all that was built. */
  readonly first: number
  readonly connected: number
  readonly built: number
}

const folder = join(root, '.reports/packed')
const toFile = (name: string): string => join(folder, `${name.replaceAll(/[^\w.]+/g, '-')}.json`)

/** Deletes the measurements of an earlier run, so that a failing app leaves none behind. */
export const forgetRows = (name: string): void => rmSync(toFile(name), { force: true })

export function keepRows(name: string, rows: readonly PackedRow[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(toFile(name), JSON.stringify(rows))
}

/** Writes bench/PACKED.md once every app of the matrix has been measured. */
export function writePacked(apps: number): void {
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  if (files.length < apps) return
  const rows = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as PackedRow[])
  const head = ['adapters', 'React', 'by', 'TypeScript', 'bundler', 'packages', 'MB', 'first', 'connected', 'built']
  const cells = rows.map((row) => [
    ...[row.adapters, row.react, row.installer, row.typescript, row.bundler, String(row.packages)],
    ...[row.megabytes, row.first, row.connected, row.built].map((value) => value.toFixed(1)),
  ])
  const figures = [5, 6, 7, 8, 9]
  writeFileSync(join(root, 'bench/PACKED.md'), `${intro}\n${formatMarkdownTable([head, ...cells], figures)}\n`)
}

const intro = `# Installed from tarballs

Written by \`npm run test:long\`; do not edit. Each row is an app in a fresh folder, built only from the packages as a release packs them. Each app
is installed, type-checked with both module resolutions (\`bundler\`, \`nodenext\`), and bundled by the bundler's command without a warning about
our packages. It is then served under \`default-src 'none'\` with Trusted Types, connected in Chromium with a scripted wallet on a local chain,
and signed in if the app requires it. Adapters that the app doesn't use are neither installed nor bundled. viem is 2.57.20.

"packages" and "MB" are the production install. The other columns are JavaScript in KiB, gzip 9, including React: "first" is what the page loads before
the first click, "connected" is what it has loaded once the address is shown, and "built" is everything, most of which is never loaded.
`
