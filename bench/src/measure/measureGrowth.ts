import { setTimeout as wait } from 'node:timers/promises'
import { answerRpc } from '../browser/answerRpc.js'
import { answerService, createHoldings } from '../browser/answerService.js'
import { openView } from '../browser/openView.js'
import type { Visit } from '../browser/openVisit.js'
import { readWork } from '../browser/readMetrics.js'
import { settle } from '../browser/settle.js'
import { show, untilFound } from '../browser/show.js'
import { withVisit } from '../browser/withVisit.js'
import type { Measurement } from '../lab.js'
import { type Metric, toMetric } from '../report/metric.js'
import { toMedian } from '../report/toMedian.js'

declare global {
  interface Window {
    /** Set by bench/growth-app. */
    connectWallet(index: number): Promise<unknown>
  }
}

const size = { tokens: 2_000, nfts: 500 }
const connections = 50
/** A frame at 60 Hz, in milliseconds. */
const frame = 16
/** More than a card shows, and fewer than the data has. */
const mostRows = 100
/** Maximum duration of the debounce after a keystroke and of its result, in milliseconds. */
const pause = 450

/** A view with a long list. */
type LongView = {
  readonly name: string
  readonly open: (visit: Visit) => Promise<void>
  readonly rows: string
  /** Text for its search field, if it has one. */
  readonly typed?: readonly string[]
}

const selectTab = async (visit: Visit, tab: number, whole: string): Promise<void> => {
  await openView(visit, { view: 'Account' })
  await untilFound(visit, '.holding li')
  await show(visit, `[role=tab]:nth-child(${tab})`, whole)
  await settle(visit)
  await show(visit, '.holding > .btn', '.holding .long-list li')
}

const views: readonly LongView[] = [
  { name: '2,000 tokens', open: (visit) => selectTab(visit, 1, '.assets > li'), rows: '.holding .row' },
  { name: '500 NFTs', open: (visit) => selectTab(visit, 2, '.nfts > li'), rows: '.holding .nft' },
  {
    name: '2,000 tokens to send',
    open: async (visit) => {
      await openView(visit, { view: 'WalletSendSelectToken' })
      await untilFound(visit, 'dialog[open] .long-list .row')
    },
    rows: '.view li',
    typed: ['t', 'o', 'k', 'e', 'n', ' ', '1', '9'],
  },
  {
    name: '200 networks',
    open: async (visit) => {
      await openView(visit, { view: 'Networks' })
      await untilFound(visit, 'dialog[open] .long-list .row')
    },
    rows: '.view li',
    typed: ['a', 'r', 'b', 'i', 't', 'r'],
  },
  {
    name: '50 connections',
    open: async (visit) => {
      await openView(visit, { view: 'ProfileWallets' })
      await untilFound(visit, '.profile li')
    },
    rows: '.view li',
  },
]

/** The long lists of an account that has grown, at full speed: rows in the document, frames of scrolling, keystrokes. */
export const measureGrowth: Measurement = async (lab) => {
  const metrics: Metric[] = []
  for (const view of views) {
    metrics.push(
      ...(await withVisit(lab, 'growth-app', { wallets: connections }, async (visit) => {
        await answerRpc(visit)
        await answerService(visit, createHoldings(size))
        await visit.evaluate(async (count) => {
          for (let index = 0; index < count; index++) await window.connectWallet(index)
        }, connections)
        await settle(visit)
        await view.open(visit)
        await settle(visit)
        return measureView(visit, view)
      })),
    )
  }
  return metrics
}

async function measureView(visit: Visit, { name, rows, typed }: LongView): Promise<readonly Metric[]> {
  const found = await visit.evaluate(
    (selector) => document.querySelector('latchkey-modal')?.shadowRoot?.querySelectorAll(selector).length,
    rows,
  )
  const frames = await visit.evaluate(scrollThrough)
  const ordered = frames.toSorted((a, b) => a - b)
  const metrics = [
    toMetric(`${name}: rows in the document`, found ?? Number.NaN, 'count', mostRows),
    toMetric(
      `${name}: work of a frame of scrolling, nine of ten`,
      ordered[Math.floor(frames.length * 0.9)] ?? 0,
      'ms',
      frame,
    ),
    toMetric(`${name}: work of a frame of scrolling, the longest`, ordered.at(-1) ?? 0, 'ms'),
  ]
  if (!typed) return metrics
  const work = await type(visit, typed)
  return [
    ...metrics,
    toMetric(`${name}: work from a keystroke to its painted result`, toMedian(work), 'ms', frame),
    toMetric(`${name}: work from a keystroke to its painted result, the longest`, Math.max(...work), 'ms'),
  ]
}

/** Types into the search field of the view; returns the work of each keystroke. */
async function type(visit: Visit, typed: readonly string[]): Promise<readonly number[]> {
  await visit.cdp.send('Performance.enable')
  await visit.evaluate(() => {
    const field = window.bench.query('dialog[open] input')
    if (!(field instanceof HTMLElement)) throw new Error('The view has no search field.')
    field.focus()
  })
  const work: number[] = []
  for (const text of typed) {
    const before = await readWork(visit)
    await visit.cdp.send('Input.insertText', { text })
    await wait(pause)
    work.push((await readWork(visit)) - before)
  }
  return work
}

/**
 * Runs in the page: scrolls the view a little in each frame; returns the milliseconds from the start of each frame to
 * its paint.
 */
async function scrollThrough(): Promise<readonly number[]> {
  const view = window.bench.query('dialog[open] .view')
  if (!view) throw new Error('The modal shows no view.')
  const frames: number[] = []
  for (let count = 0; count < 90; count++) {
    view.scrollTop += 150
    frames.push(
      await new Promise<number>((done) => {
        requestAnimationFrame((start) => {
          void scheduler.postTask(() => done(performance.now() - start), { priority: 'user-blocking' })
        })
      }),
    )
  }
  return frames
}
