import { main } from './lib/main.mjs'
import { findLayoutErrors, formatLayout, measureLayout } from './lib/measureLayout.mjs'
import { readTextFiles } from './lib/readTextFiles.mjs'

// `npm run layout`: prints how the sources are divided into files and folders, the targets that they miss, and the errors
// that fail the gate `tree`.
await main(async () => {
  const layout = measureLayout(readTextFiles())
  process.stdout.write(`${[formatLayout(layout), ...findLayoutErrors(layout)].join('\n')}\n`)
  return true
})
