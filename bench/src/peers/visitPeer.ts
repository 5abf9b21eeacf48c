import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { openVisit, type Visit } from '../browser/openVisit.js'
import { hover, type Point, press } from '../browser/press.js'
import { settle } from '../browser/settle.js'
import { withDeadline } from '../browser/withDeadline.js'
import { slowdown } from '../lab.js'
import type { Condition, Span } from '../page/installProbe.js'
import { installSolanaWallet } from '../page/installSolanaWallet.js'
import { walletIcon } from '../page/walletIcon.js'
import type { Peer } from './openPeerLab.js'

const walletName = 'Wallet 0'
/** Milliseconds in which modals finish their animations. */
const rest = 700
/** Beginning of each kind of address on a button. */
const addresses = { evm: '0xd8', solana: 'US5', none: '' } as const

/** Loads a kit's page and waits until it is idle. */
export async function openPeer(
  browser: Browser,
  peer: Peer,
  options: { readonly isSlow4G?: boolean; readonly isThrottled: boolean },
): Promise<Visit> {
  const visit = await openVisit(browser, {
    isSlow4G: options.isSlow4G,
    slowdown: options.isThrottled ? slowdown : undefined,
  })
  try {
    await visit.page.addInitScript(`(${installSolanaWallet})(${JSON.stringify({ icon: walletIcon })})`)
    await visit.page.goto(peer.url)
    await settle(visit)
    return visit
  } catch (cause) {
    await visit.close()
    throw cause
  }
}

/** Clicks the page's button, and the controls between it and the list. Returns the milliseconds of all clicks. */
export async function openList(visit: Visit, { way = [] }: Peer): Promise<number> {
  let total = 0
  const steps = [...way.map((text) => ({ text })), { text: walletName }]
  for (const [index, step] of steps.entries()) {
    // the opened view may still move
    if (index > 0) await wait(rest)
    const point = index === 0 ? await findButton(visit) : await findText(visit, way[index - 1] ?? '')
    total += await time(visit, point, step)
  }
  return total
}

/** Clicks the wallet; returns the milliseconds until its address is visible. */
export async function connect(visit: Visit, { chain }: Peer): Promise<number> {
  return time(visit, await findText(visit, walletName), { text: addresses[chain] })
}

/** Closes the modal with Escape, and waits until its list is gone. */
export async function closeList(visit: Visit): Promise<void> {
  // some modals listen only after their animation
  await wait(rest)
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
  await visit.cdp.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' })
  await visit.cdp.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
  await visit.evaluate((text) => window.bench.until({ gone: text }), walletName)
  await hover(visit, { x: 1, y: 790 })
  await wait(rest)
}

async function time(visit: Visit, point: Point, until: Condition): Promise<number> {
  await visit.evaluate((condition) => {
    Object.assign(window, { benchSpan: window.bench.watchPress(condition) })
  }, until)
  await press(visit, point)
  const { start, end } = await withDeadline(
    visit.evaluate(() => (window as unknown as { benchSpan: Promise<Span> }).benchSpan),
    `Nothing shows ${JSON.stringify(until)}.`,
  )
  return end - start
}

async function findButton({ evaluate }: Visit): Promise<Point> {
  const point = await evaluate(() => window.bench.getCentre('#root button, #root [role=button]'))
  if (!point) throw new Error('The page has no button.')
  return point
}

async function findText({ evaluate }: Visit, text: string): Promise<Point> {
  const point = await evaluate((wanted) => window.bench.findText(wanted), text)
  if (!point) throw new Error(`Nothing on the page says "${text}".`)
  return point
}
