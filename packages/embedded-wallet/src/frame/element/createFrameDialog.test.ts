import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages, type Pages } from '../testing/openPages.js'

let pages: Pages

beforeAll(async () => {
  pages = await openPages()
})

afterAll(() => pages.close())

const toUrl = (query = ''): string => `${pages.frameOrigin}/frame${query}`

const rect = { x: 40, y: 30, width: 360, height: 600 }

test('shows a usable frame in its slot above a modal dialog without reloading it', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  const element = app.page.locator('iframe')
  expect(await element.isVisible()).toBe(false)
  await app.page.evaluate((place) => {
    const modal = document.createElement('dialog')
    document.body.append(modal)
    modal.showModal()
    world.client.place(place)
  }, rect)
  expect(await element.boundingBox()).toEqual(rect)
  await frame.locator('#approve').click()
  await app.page.evaluate((place) => world.client.place(place), { x: 0, y: 100, width: 400, height: 300 })
  expect(await element.boundingBox()).toEqual({ x: 0, y: 100, width: 400, height: 300 })
  await app.page.evaluate(() => world.client.place(null))
  expect(await element.isVisible()).toBe(false)
  expect(await frame.evaluate('performance.getEntriesByType("navigation").length + received.length')).toBe(3)
  expect(app.page.frames()).toHaveLength(2)
  expect(await app.page.evaluate(() => world.heard)).toEqual(['@w3m-frame/READY'])
  expect(app.faults).toEqual([])
})

test('styles of the page do not move, fade or shade the frame', async () => {
  const app = await pages.openPage()
  await app.open({ url: toUrl() })
  const styles = await app.page.evaluate((place) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      @keyframes in { from { opacity: 0; transform: scale(0.9) } }
      dialog, iframe { opacity: 0.5; transform: scale(0.9); filter: blur(1px); animation: in 5s; transition: all 5s; border: 9px solid; clip-path: inset(10px) }
      dialog[open]::backdrop { background: red }`)
    document.adoptedStyleSheets.push(sheet)
    world.client.place(place)
    const read = (element: Element | null, pseudo?: string) => {
      const style = element && getComputedStyle(element, pseudo)
      return (
        style && [
          style.opacity,
          style.transform,
          style.filter,
          style.animationName,
          style.transitionDuration,
          style.clipPath,
        ]
      )
    }
    const dialog = document.querySelector('dialog')
    return {
      dialog: read(dialog),
      frame: read(document.querySelector('iframe')),
      backdrop: dialog && getComputedStyle(dialog, '::backdrop').backgroundColor,
      attributes: [...document.querySelectorAll('dialog, iframe')].map((element) => element.getAttribute('srcdoc')),
    }
  }, rect)
  const still = ['1', 'none', 'none', 'none', '0s', 'none']
  expect(styles).toEqual({ dialog: still, frame: still, backdrop: 'rgba(0, 0, 0, 0)', attributes: [null, null] })
  expect(await app.page.locator('iframe').boundingBox()).toEqual(rect)
  await app.page.evaluate(() => world.client.place(null))
  expect(await app.page.evaluate(() => document.adoptedStyleSheets.length)).toBe(1)
  expect(app.faults).toEqual([])
})

test('a click beside the frame and Esc emit closeRequest without closing it; the page gets the click too', async () => {
  const app = await pages.openPage()
  await app.open({ url: toUrl() })
  await app.page.evaluate((place) => {
    document.addEventListener('pointerdown', ({ clientX }) => void world.events.push(clientX))
    world.client.place(place)
  }, rect)
  await app.page.mouse.click(600, 50)
  expect(await app.page.evaluate(() => world.events)).toEqual([600, 'closeRequest'])
  for (let press = 1; press <= 3; press++) {
    await app.page.evaluate(() => document.querySelector('dialog')?.focus())
    await app.page.keyboard.press('Escape')
    await expect.poll(() => app.page.evaluate(() => world.events.length)).toBe(2 + press)
    expect(await app.page.locator('iframe').isVisible()).toBe(true)
  }
  expect(await app.page.evaluate(() => new Set(world.events.slice(1)).size)).toBe(1)
})

test('Esc inside a frame with a port emits closeRequest without closing it', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  await app.page.evaluate((place) => world.client.place(place), rect)
  await frame.locator('#approve').focus()
  await app.page.keyboard.press('Escape')
  await expect.poll(() => app.page.evaluate(() => world.events)).toEqual(['closeRequest'])
  expect(await app.page.locator('iframe').isVisible()).toBe(true)
})

test('applies a slot that was set before the frame loaded, and emits no closeRequest while hidden', async () => {
  const app = await pages.openPage()
  await app.start({ url: toUrl('?ready=manual') })
  await app.page.evaluate((place) => {
    world.client.place(place)
    world.follow('open', world.client.open(world.signal))
  }, rect)
  const frame = await app.getFrame()
  expect(await app.page.locator('iframe').isVisible()).toBe(false)
  await frame.evaluate('sayReady()')
  await app.hear('@w3m-frame/READY')
  await app.advance(500)
  expect(await app.page.locator('iframe').boundingBox()).toEqual(rect)
  await frame.evaluate('location.reload()')
  await expect.poll(() => app.page.locator('iframe').isVisible()).toBe(false)
  await app.page.evaluate(() => world.client.place(null))
  await app.advance(500)
  expect(await app.page.locator('iframe').isVisible()).toBe(false)
  await app.page.keyboard.press('Escape')
  await app.page.mouse.click(600, 50)
  expect(await app.page.evaluate(() => world.events)).toEqual([])
})

test('labels the dialog with the title of the frame’s screen while shown, and emits valid heights', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake') })
  const heights = (): Promise<unknown> => app.page.evaluate(() => world.events)
  const report = (screen: object): Promise<void> =>
    frame.evaluate((message) => {
      ;(globalThis as { port?: MessagePort }).port?.postMessage({ type: '@latchkey/SCREEN', ...message })
    }, screen)
  await app.page.evaluate(() => {
    world.client.on('screen', ({ height }) => world.events.push(height))
  })
  // hidden, so its height does not matter
  await report({ title: 'Sign message', height: 400 })
  await app.page.evaluate((place) => world.client.place(place), rect)
  for (const screen of [
    { title: 'Approve transfer', height: 512 },
    { title: '', height: 300 },
    { title: 'x'.repeat(201), height: 300 },
    { title: 'Tall', height: 20_001 },
    { title: 'None', height: 0 },
    { title: 'Half', height: 1.5 },
    { title: 'Text', height: '300' },
  ])
    await report(screen)
  await expect.poll(heights).toEqual([512])
  expect(await app.page.locator('dialog').ariaSnapshot()).toContain('dialog "Approve transfer"')
  await app.page.evaluate(() => world.client.place(null))
  expect(await app.page.evaluate(() => document.querySelector('dialog')?.ariaLabel)).toBe('Embedded wallet')
})

test('shows a prompt of the frame as a panel over the page while a call is pending, with an approval’s timeout', async () => {
  const app = await pages.openPage()
  const frame = await app.open({ url: toUrl('?handshake&silent') })
  const element = app.page.locator('iframe')
  const post = (message: object): Promise<void> =>
    frame.evaluate((data) => (globalThis as { port?: MessagePort }).port?.postMessage(data), message)
  const prompt = (isShown: boolean): Promise<void> => post({ type: '@latchkey/PROMPT', isShown })
  await app.page.setViewportSize({ width: 900, height: 700 })
  await prompt(true)
  await app.page.evaluate(() =>
    world.follow('otp', world.client.call('CONNECT_OTP', { otp: '123456' }, { signal: world.signal })),
  )
  await expect.poll(() => frame.evaluate('received.at(-1).type')).toBe('@w3m-app/CONNECT_OTP')
  // a prompt from before the call does not count
  expect(await element.isVisible()).toBe(false)
  await prompt(true)
  await post({ type: '@latchkey/SCREEN', title: 'Verify it’s you', height: 300 })
  await expect.poll(() => element.boundingBox()).toEqual({ x: 250, y: 200, width: 400, height: 300 })
  await app.page.setViewportSize({ width: 360, height: 640 })
  await expect.poll(() => element.boundingBox()).toEqual({ x: 0, y: 340, width: 360, height: 300 })
  await app.advance(590_000)
  expect(await app.page.evaluate(() => world.outcomes['otp'])).toBe('waiting')
  // only the frame closes it, as it has to end the call
  await frame.evaluate(() => {
    const { port } = globalThis as { port?: MessagePort }
    port?.addEventListener('message', ({ data }) => Object.assign(globalThis, { asked: data }))
  })
  await app.page.mouse.click(100, 50)
  await expect.poll(() => frame.evaluate('globalThis.asked')).toEqual({ type: '@latchkey/PROMPT', isShown: false })
  expect(await element.isVisible()).toBe(true)
  await prompt(false)
  await expect.poll(() => element.isVisible()).toBe(false)
  expect(await app.page.evaluate(() => world.events)).toEqual([])
})
