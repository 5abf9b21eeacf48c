import { setTimeout as wait } from 'node:timers/promises'
import { find, type Point, press } from '../browser/press.js'
import { connectButton, openModal } from '../browser/pressUntil.js'
import { settle } from '../browser/settle.js'
import { withVisit } from '../browser/withVisit.js'
import { type Lab, type Measurement, slowdown } from '../lab.js'
import { toMetric } from '../report/metric.js'

const seed = 20_261_128
const visits = 40
/** Wallets on the page at load; two more announce themselves while the modal opens. */
const wallets = 4
/** Milliseconds after the first click in which the second click and the late wallets come. */
const opening = 500
/** Milliseconds before a click in which users can't see a change and still react to it. */
const reaction = 100

/** The page's record of a click. */
type Click = {
  /** Whether it hit a row, and the control that was at its place before users could react. */
  readonly row: string | null
  readonly before: string | null
}

/**
 * Clicks at random moments and places while the modal opens and its list grows: no click may hit a row if another
 * control was at the same place 100 ms before.
 */
export const measureClicks: Measurement = async (lab) => {
  const random = createRandom(seed)
  const rows = await findRows(lab)
  const clicks: Click[] = []
  for (let index = 0; index < visits; index++) clicks.push(await clickWhileOpening(lab, rows, random))
  const hits = clicks.filter(({ row }) => row !== null)
  const wrong = hits.filter(({ row, before }) => before !== null && before !== row)
  if (wrong.length > 0) process.stdout.write(`Clicks that hit another row: ${JSON.stringify(wrong)}\n`)
  return [
    toMetric(`${visits} clicks at random moments while opening: those on a row`, hits.length, 'count'),
    toMetric(
      `${visits} clicks at random moments while opening: on another row than 100 ms before`,
      wrong.length,
      'count',
      0,
    ),
  ]
}

/** The centers of the rows of an open modal, where the clicks go. */
function findRows(lab: Lab): Promise<readonly Point[]> {
  return withVisit(lab, 'app', { wallets: wallets + 2 }, async (visit) => {
    await openModal(visit)
    await settle(visit)
    return visit.evaluate(() => {
      const found =
        document.querySelector('latchkey-modal')?.shadowRoot?.querySelectorAll('dialog[open] li button') ?? []
      return [...found].map((row) => {
        const { x, y, width, height } = row.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      })
    })
  })
}

function clickWhileOpening(lab: Lab, rows: readonly Point[], random: () => number): Promise<Click> {
  return withVisit(lab, 'app', { slowdown, prefetch: 'hover', wallets }, async (visit) => {
    const button = await find(visit, connectButton)
    const point = rows[Math.floor(random() * rows.length)]
    if (!point) throw new Error('The modal shows no rows.')
    const moments = { late: [random() * opening, random() * opening], click: random() * opening }
    await visit.evaluate(watchPoint, { point, reaction, first: wallets, late: moments.late })
    await press(visit, button)
    await wait(moments.click)
    await press(visit, point)
    return visit.evaluate(() => (window as unknown as { benchClick: Promise<Click> }).benchClick)
  })
}

type Watched = {
  readonly point: { readonly x: number; readonly y: number }
  readonly reaction: number
  readonly first: number
  readonly late: readonly number[]
}

/** Runs in the page: keeps what control was at the point in each frame, and announces late wallets after the click. */
function watchPoint({ point, reaction, first, late }: Watched): void {
  const frames: { time: number; name: string | null }[] = []
  const toName = (element: Element | null | undefined): string | null =>
    element?.closest('button, a')?.textContent?.trim() ?? null
  const look = (): void => {
    let found = document.elementFromPoint(point.x, point.y)
    while (found?.shadowRoot) found = found.shadowRoot.elementFromPoint(point.x, point.y)
    frames.push({ time: performance.now(), name: toName(found) })
    requestAnimationFrame(look)
  }
  look()
  const onFirst = (): void => {
    for (const [index, delay] of late.entries()) setTimeout(() => window.benchWallet.announce(first + index), delay)
    const done = new Promise((resolve) => {
      const onSecond = (event: MouseEvent): void => {
        const hit = event.composedPath()[0]
        const control = hit instanceof Element ? hit.closest('button, a') : null
        const before = frames.findLast(({ time }) => time <= event.timeStamp - reaction)
        resolve({ row: control?.closest('li') ? toName(control) : null, before: before?.name ?? null })
      }
      addEventListener('click', onSecond, { capture: true, once: true })
    })
    Object.assign(window, { benchClick: done })
  }
  addEventListener('click', onFirst, { capture: true, once: true })
}

/** Returns a function that gives the same numbers from 0 to 1 for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
