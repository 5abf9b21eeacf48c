import { setTimeout as wait } from 'node:timers/promises'
import { connectButton, pressUntil } from '../browser/pressUntil.js'
import { readWork } from '../browser/readMetrics.js'
import { withVisit } from '../browser/withVisit.js'
import type { Measurement } from '../lab.js'
import { toMetric } from '../report/metric.js'
import { toMedian } from '../report/toMedian.js'

/** A frame at 60 Hz, in milliseconds. */
const frame = 16
/** The visible cells, and some around them. */
const mostCells = 100
/** Two letters search for the first time; each more finds less than what was there before. */
const typed = ['am', 'b', 'e', 'r', ' ', 'b', 'i', 'r', 'c', 'h']
/** Milliseconds of the debounce after a keystroke, in which no work is done. */
const pause = 450

/**
 * Measures a list of ten thousand wallets, at full speed. For a keystroke, only the page's work until its result has been
 * painted counts.
 */
export const measureList: Measurement = (lab) =>
  withVisit(lab, 'list-app', {}, async (visit) => {
    await pressUntil(visit, { selector: connectButton, until: 'listPainted' })
    await visit.cdp.send('Performance.enable')
    await visit.evaluate(() => {
      const field = window.bench.query('dialog[open] input')
      if (field instanceof HTMLElement) field.focus()
    })
    const work: number[] = []
    for (const text of typed) {
      const before = await readWork(visit)
      await visit.cdp.send('Input.insertText', { text })
      await wait(pause)
      await visit.evaluate(() => window.bench.until('listPainted'))
      work.push((await readWork(visit)) - before)
    }
    const cells = await visit.evaluate(
      () => document.querySelector('latchkey-modal')?.shadowRoot?.querySelectorAll('[data-index]').length,
    )
    return [
      toMetric('10,000 wallets to search: work from a keystroke to its painted result', toMedian(work), 'ms', frame),
      toMetric('10,000 wallets to search: the same, the longest', Math.max(...work), 'ms'),
      toMetric('10,000 wallets to search: cells in the document', cells ?? Number.NaN, 'count', mostCells),
    ]
  })
