import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserPage, type Engine, type EvaluateOptions, type Key, type Point, viewport } from '../BrowserPage.js'
import { findFrame } from '../page/findFrame.js'
import { readFaults, watchFaults } from '../page/watchFaults.js'
import { createWebDriver, type WebDriver } from './createWebDriver.js'
import { startWebKitDriver } from './startWebKitDriver.js'

const browserOptions = { 'webkitgtk:browserOptions': { args: ['--automation'] } }
/** As WebDriver writes keys that are no letters. */
const keys: { readonly [key in Key]: string } = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' }
const popupLimit = 10_000

/** Starts WebKitGTK's own small browser, driven by WebDriver over HTTP. */
export async function openWebKit(driverPath: string): Promise<Engine> {
  const driver = await startWebKitDriver(driverPath)
  const open = (): Promise<WebDriver> => createWebDriver(driver.url, browserOptions)
  const first = await open()
  const version = first.capabilities.browserVersion
  await first.command('DELETE', '')
  return {
    name: 'WebKitGTK',
    version,
    newVisitor: async () => {
      const session = await open()
      const page = await toPage(session, String(await session.command('GET', '/window')))
      return { page, close: async () => void (await session.command('DELETE', '')) }
    },
    close: driver.stop,
  }
}

/** The page in one of the session's windows. A command goes to the window chosen last, so that each chooses its own first. */
async function toPage({ command, ...session }: WebDriver, window: string): Promise<BrowserPage> {
  const choose = async (): Promise<void> => void (await command('POST', '/window', { handle: window }))
  const getWindows = async (): Promise<readonly string[]> => (await command('GET', '/window/handles')) as string[]
  const act = async (source: object): Promise<void> => {
    await choose()
    await command('POST', '/actions', { actions: [source] })
  }
  const point = (actions: readonly object[]): Promise<void> => act({ type: 'pointer', id: 'mouse', actions })
  const toMove = ({ x, y }: Point): object => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
  const press = (text: string): Promise<void> =>
    act({
      ...{ type: 'key', id: 'keyboard' },
      actions: [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
    })
  const evaluate: BrowserPage['evaluate'] = async (run, arg, { frame }: EvaluateOptions = {}) => {
    await choose()
    if (frame !== undefined) {
      const script = `return (${findFrame})(arguments[0])`
      const id = await command('POST', '/execute/sync', { script, args: [{ address: frame, what: 'element' }] })
      if (id === null) throw new Error(`There is no frame of ${frame}.`)
      await command('POST', '/frame', { id })
    }
    const reply = await command('POST', '/execute/async', { script: toScript(run), args: [arg ?? null] })
    const { value, fault } = reply as { readonly value?: never; readonly fault?: string }
    if (fault !== undefined) throw new Error(fault)
    return value as never
  }
  const arrive = async (path: string, body: object): Promise<void> => {
    await choose()
    await command('POST', path, body)
    await evaluate(watchFaults, null)
  }
  const fit = async (): Promise<void> => {
    // what is around the page takes some of the window
    const around = await evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight] as const, null)
    const size = { width: viewport.width + around[0], height: viewport.height + around[1] }
    await command('POST', '/window/rect', size)
  }
  await choose()
  await fit()
  return {
    evaluate,
    goto: (url) => arrive('/url', { url }),
    reload: () => arrive('/refresh', {}),
    moveTo: (to) => point([toMove(to)]),
    click: (to) => point([toMove(to), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]),
    key: (key) => press(keys[key]),
    type: press,
    screenshot: async () => {
      await choose()
      return Buffer.from(String(await command('GET', '/screenshot')), 'base64')
    },
    newPage: async () => {
      const { handle } = (await command('POST', '/window/new', { type: 'window' })) as { readonly handle: string }
      return toPage({ command, ...session }, handle)
    },
    waitForPopup: async (opens) => {
      const known = await getWindows()
      await opens()
      for (const end = Date.now() + popupLimit; Date.now() < end; await wait(50)) {
        const added = (await getWindows()).find((handle) => !known.includes(handle))
        if (added !== undefined) return toPage({ command, ...session }, added)
      }
      throw new Error('The page opened no window.')
    },
    isClosed: async () => !(await getWindows()).includes(window),
    close: async () => {
      await choose()
      await command('DELETE', '/window')
    },
    readFaults: () => evaluate(readFaults, null),
  }
}

/** A script of WebDriver's that waits for a promise, and tells a fault as data: the driver's own words lack what it was. */
function toScript(run: (arg: never) => unknown): string {
  return `
    const done = arguments[arguments.length - 1]
    Promise.resolve(arguments[0]).then(${run}).then(
      (value) => done({ value: value === undefined ? null : value }),
      (fault) => done({ fault: String(fault) }),
    )`
}
