import { writeFile } from 'node:fs/promises'
import { formatMarkdownTable } from '../../../scripts/lib/formatMarkdownTable.mjs'
import type { EngineName } from './BrowserPage.js'

export type FlowTime = {
  readonly engine: EngineName
  readonly version: string
  readonly title: string
  readonly ms: number
}

const file = new URL('../../../bench/BROWSERS.md', import.meta.url)

/** Writes the report of a complete long run. */
export async function reportBrowsers(times: readonly FlowTime[]): Promise<void> {
  const engines = [...new Map(times.map(({ engine, version }) => [engine, version]))]
  const titles = [...new Set(times.map(({ title }) => title))]
  const toCell = (engine: string, title: string): string => {
    const time = times.find((one) => one.engine === engine && one.title === title)
    return time ? `${(time.ms / 1_000).toFixed(1)} s` : '–'
  }
  const rows = titles.map((title) => [title, ...engines.map(([engine]) => toCell(engine, title))])
  const head = ['A user', ...engines.map(([engine, version]) => `${engine} ${version}`)]
  const text = [
    '# Browser support',
    '',
    'Written by the long form of `e2e/src/browsers/browsers.spec.ts` (`npm run test:long`) after its last run in which every flow passed; do',
    'not edit. Each flow is written once, and uses the pointer, keyboard and screen of each browser. The times are only a rough guide, because',
    'other tests run at the same time.',
    '',
    formatMarkdownTable([head, ...rows]),
    '',
  ]
  await writeFile(file, text.join('\n'))
}
