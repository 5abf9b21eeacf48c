import { main } from './lib/main.mjs'
import { findLayoutErrors, formatLayout, measureLayout } from './lib/measureLayout.mjs'
import { readTextFiles } from './lib/readTextFiles.mjs'

const help = `Usage: npm run layout

Prints how the sources are divided into files and folders, and the targets that they miss.`

await main(help, async () => {
  const layout = measureLayout(readTextFiles())
  process.stdout.write(`${[formatLayout(layout), ...findLayoutErrors(layout)].join('\n')}\n`)
  return true
})
