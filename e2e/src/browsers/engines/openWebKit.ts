import { setTimeout as wait } from 'node:timers/promises'
import {
  type BrowserPage,
  type Engine,
  type EvaluateOptions,
  type Key,
  type Point,
  type Size,
  viewport,
} from '../BrowserPage.js'
import { findFrame } from '../page/findFrame.js'
import { readErrors, watchErrors } from '../page/watchErrors.js'
import { createWebDriver, type WebDriver } from './createWebDriver.js'
import { startWebKitDriver } from './startWebKitDriver.js'

const browserOptions = { 'webkitgtk:browserOptions': { args: ['--automation'] } }
/** WebDriver's codes of keys other than characters. */
const shift = '\uE008'
const keys: { readonly [key in Exclude<Key, 'Shift+Tab'>]: string } = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
}
const popupLimit = 10_000

/** Starts WebKitGTK's MiniBrowser, driven by WebDriver over HTTP. */
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
      const { command } = await open()
      const page = await toPage(createSession(command), String(await command('GET', '/window')))
      return { page, close: async () => void (await command('DELETE', '')) }
    },
    close: driver.stop,
  }
}

type Session = Pick<WebDriver, 'command'> & {
  /** Directs further commands to a window. */
  choose(window: string): Promise<void>
  /** Directs further commands to one of its frames, by its WebDriver element id. */
  enter(id: unknown): Promise<void>
}

/**
 * Commands go to the window or frame that was selected last. Selecting takes the focus from a focused frame, even if
 * the same window is selected again, and the embedded wallet's screen ignores clicks right after it lost the focus: so
 * nothing is selected twice.
 */
function createSession(command: WebDriver['command']): Session {
  let chosen: string | undefined
  return {
    command,
    async choose(window) {
      if (chosen === window) return
      chosen = undefined
      await command('POST', '/window', { handle: window })
      chosen = window
    },
    async enter(id) {
      chosen = undefined
      await command('POST', '/frame', { id })
    },
  }
}

/** The page in one of the session's windows. */
async function toPage(session: Session, window: string): Promise<BrowserPage> {
  const { command } = session
  const choose = (): Promise<void> => session.choose(window)
  const getWindows = async (): Promise<readonly string[]> => (await command('GET', '/window/handles')) as string[]
  const act = async (source: object): Promise<void> => {
    await choose()
    await command('POST', '/actions', { actions: [source] })
  }
  const point = (actions: readonly object[]): Promise<void> => act({ type: 'pointer', id: 'mouse', actions })
  const toMove = ({ x, y }: Point): object => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
  const toPress = (value: string): readonly object[] => ['keyDown', 'keyUp'].map((type) => ({ type, value }))
  const press = (actions: readonly object[]): Promise<void> => act({ type: 'key', id: 'keyboard', actions })
  const toKey = (key: Key): readonly object[] => {
    if (key !== 'Shift+Tab') return toPress(keys[key])
    const [down = {}, up = {}] = toPress(shift)
    return [down, ...toPress(keys.Tab), up]
  }
  const evaluate: BrowserPage['evaluate'] = async (run, arg, { frame }: EvaluateOptions = {}) => {
    await choose()
    if (frame !== undefined) {
      const script = `return (${findFrame})(arguments[0])`
      const id = await command('POST', '/execute/sync', { script, args: [{ address: frame, what: 'element' }] })
      if (id === null) throw new Error(`No frame with URL prefix ${frame}.`)
      await session.enter(id)
    }
    const reply = await command('POST', '/execute/async', { script: toScript(run), args: [arg ?? null] })
    const { value, error } = reply as { readonly value?: never; readonly error?: string }
    if (error !== undefined) throw new Error(error)
    return value as never
  }
  const arrive = async (path: string, body: object): Promise<void> => {
    await choose()
    await command('POST', path, body)
    await evaluate(watchErrors, null)
  }
  const resize = async ({ width, height }: Size): Promise<void> => {
    // the browser's own UI takes some of the window
    const around = await evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight] as const, null)
    await command('POST', '/window/rect', { width: width + around[0], height: height + around[1] })
  }
  await choose()
  await resize(viewport)
  return {
    evaluate,
    goto: (url) => arrive('/url', { url }),
    reload: () => arrive('/refresh', {}),
    resize,
    moveTo: (to) => point([toMove(to)]),
    click: (to) => point([toMove(to), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]),
    key: (key) => press(toKey(key)),
    type: (text) => press([...text].flatMap(toPress)),
    screenshot: async () => {
      await choose()
      return Buffer.from(String(await command('GET', '/screenshot')), 'base64')
    },
    newPage: async () => {
      const { handle } = (await command('POST', '/window/new', { type: 'window' })) as { readonly handle: string }
      return toPage(session, handle)
    },
    waitForPopup: async (opens) => {
      const known = await getWindows()
      await opens()
      for (const end = Date.now() + popupLimit; Date.now() < end; await wait(50)) {
        const added = (await getWindows()).find((handle) => !known.includes(handle))
        if (added !== undefined) return toPage(session, added)
      }
      throw new Error('The page opened no pop-up.')
    },
    isClosed: async () => !(await getWindows()).includes(window),
    close: async () => {
      await choose()
      await command('DELETE', '/window')
    },
    readErrors: () => evaluate(readErrors, null),
  }
}

/** A WebDriver script that awaits a promise and returns an error as data: the driver's own message omits the cause. */
function toScript(run: (arg: never) => unknown): string {
  return `
    const done = arguments[arguments.length - 1]
    Promise.resolve(arguments[0]).then(${run}).then(
      (value) => done({ value: value === undefined ? null : value }),
      (error) => done({ error: String(error) }),
    )`
}
