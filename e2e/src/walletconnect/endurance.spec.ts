import { countListeners, type ListenerCounts } from '../fixtures/countListeners.js'
import { isLong } from '../fixtures/matrix.js'
import { expect, test } from './pairTest.js'

const cycles = isLong ? 20 : 2
/** Each takes about four seconds, until both sides have reconnected. */
const drops = isLong ? 500 : 3

type Measured = { readonly heap: number; readonly listeners: number; readonly ofPage: ListenerCounts }

test.describe('@walletconnect endurance', () => {
  test(`connecting and disconnecting ${cycles} times leaves no session and no additional sockets`, async ({
    pair,
    wallet,
    relay,
  }) => {
    test.setTimeout(cycles * 20_000)
    await pair.goto()
    for (let cycle = 0; cycle < cycles; cycle++) {
      await pair.connect()
      await pair.disconnect()
      await expect(wallet.sessions).toHaveCount(0)
    }
    await expect.poll(() => relay.stats().sockets).toBeLessThanOrEqual(2)
  })

  test(`${drops} dropped sockets leak neither memory nor listeners, and keep the session alive`, async ({
    pair,
    wallet,
    relay,
    page,
  }) => {
    test.setTimeout(60_000 + drops * 10_000)
    for (const { expectedErrors } of [pair.demo, wallet]) expectedErrors.push(/WebSocket connection to/)
    const readListeners = await countListeners(page)
    await pair.goto()
    await pair.connect()
    const drop = async (): Promise<void> => {
      const { opened } = relay.stats()
      relay.cutSockets()
      const reopened = (): number => relay.stats().opened - opened
      await expect.poll(reopened, { timeout: 20_000, intervals: [20, 50] }).toBeGreaterThanOrEqual(2)
    }
    await expect.poll(() => relay.stats().sockets).toBe(2)
    for (let n = 0; n < 2; n++) await drop()
    const before = await measure()
    for (let n = 0; n < drops; n++) await drop()
    // allowance for the measurement itself and for sockets that a busy browser hasn't closed yet; leaks would remain
    await expect.poll(async () => (await measure()).listeners - before.listeners).toBeLessThanOrEqual(5)
    const after = await measure()
    expect(after.ofPage).toEqual(before.ofPage)
    expect(after.heap - before.heap).toBeLessThan(1_000_000)
    expect(await pair.sign('eip155')).toMatch(/^0x/)
    await expect(wallet.questions).toHaveCount(0)

    async function measure(): Promise<Measured> {
      const client = await page.context().newCDPSession(page)
      await client.send('HeapProfiler.collectGarbage')
      const { usedSize } = await client.send('Runtime.getHeapUsage')
      const { jsEventListeners } = await client.send('Memory.getDOMCounters')
      await client.detach()
      return { heap: usedSize, listeners: jsEventListeners, ofPage: await readListeners() }
    }
  })
})
