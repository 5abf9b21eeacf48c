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

/** Writes down what a whole long run has shown. */
export async function reportBrowsers(times: readonly FlowTime[]): Promise<void> {
  const engines = [...new Map(times.map(({ engine, version }) => [engine, version]))]
  const titles = [...new Set(times.map(({ title }) => title))]
  const toCell = (engine: string, title: string): string => {
    const time = times.find((one) => one.engine === engine && one.title === title)
    return time ? `${(time.ms / 1_000).toFixed(1)} s` : '–'
  }
  const rows = titles.map((title) => [title, ...engines.map(([engine]) => toCell(engine, title))])
  const head = ['A visitor', ...engines.map(([engine, version]) => `${engine} ${version}`)]
  const text = [
    '# What works in which browser',
    '',
    'Written by the long form of `e2e/src/browsers/browsers.spec.ts` (`npm run test:long`), from its last run in which every flow went',
    'through; do not edit. Each flow is written once, and done with the pointer, the keyboard and the screen of the browser.',
    'How long each took says little, as other tests run beside it.',
    '',
    formatMarkdownTable([head, ...rows]),
    '',
  ]
  await writeFile(file, text.join('\n'))
}
