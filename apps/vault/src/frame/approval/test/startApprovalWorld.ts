import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type ChromiumKind, chromiumOptions } from '@latchkey/devnet/chromium'
import { build } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { type Language, toDirection } from '../../../protocol/notice.js'
import { toFrameTexts } from '../../../site/page/pageTexts.js'
import { toLanguage } from '../../../words/words.js'

export type ApprovalWorld = {
  readonly browser: Browser
  /** Opens a page of an app that contains the frame of another site. */
  open(options?: OpenOptions): Promise<ApprovalPage>
  stop(): Promise<void>
}

export type OpenOptions = {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly origin?: string | undefined
  readonly isDark?: boolean | undefined
  /** Language of the frame's texts. Default: English. */
  readonly language?: Language | undefined
  /** Simulates browsers that don't report whether a frame is covered. */
  readonly isBlind?: boolean | undefined
  readonly hasTouch?: boolean | undefined
}

export type ApprovalPage = {
  readonly context: BrowserContext
  readonly page: Page
  readonly frame: Frame
  /** Console errors and uncaught exceptions of the pages. */
  readonly faults: readonly string[]
  /** Sends a message to the frame, which shows it. */
  show(message: object): Promise<void>
  /** Returns the outcomes of the frame's prompts, in order. */
  outcomes(): Promise<readonly unknown[]>
  /** Returns the screens that the frame has reported, in order. */
  screens(): Promise<readonly { readonly title: string; readonly height: number }[]>
}

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const host = (frame: string): string => `<!doctype html><meta charset="utf-8"><title>App</title>
<style>html,body{margin:0;block-size:100%}body{min-block-size:2000px;background:light-dark(#dfe4ee,#10131a);color-scheme:light dark}
dialog{position:fixed;inset:auto;margin:0;left:calc(50vw - 180px);top:40px;padding:0;border:0;border-radius:28px;overflow:hidden;inline-size:360px;block-size:min(600px,100vh - 80px)}
@media (width<=430px){dialog{left:0;top:auto;bottom:0;inline-size:100%;max-inline-size:100%;border-radius:28px 28px 0 0}}
iframe{display:block;border:0;inline-size:100%;block-size:100%}
dialog::backdrop{background:transparent}</style>
<dialog id="dialog"><iframe id="frame" src="${frame}" allow="publickey-credentials-get"></iframe></dialog>
<script>window.outcomes=[];window.screens=[];const frame=document.getElementById('frame')
addEventListener('message',(event)=>{if(event.source===frame.contentWindow)event.data.screen?screens.push(event.data.screen):outcomes.push(event.data.outcome)})
document.getElementById('dialog').showModal()</script>`

/** Starts a site with an app, a site with the approval screen, and Chromium. */
export async function startApprovalWorld(browserKind?: ChromiumKind): Promise<ApprovalWorld> {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  const bundle = async (name: string): Promise<string> => {
    const options = { write: false, bundle: true, format: 'esm', target: 'es2022' } as const
    const { outputFiles } = await build({ entryPoints: [path(name)], external: ['/guest.js'], ...options })
    return outputFiles.map(({ text }) => text).join('')
  }
  const script = await bundle('approvalFramePage.ts')
  const approve = await bundle('../approvePage.ts')
  const guest = await bundle('../../guest/createGuestPrompt.ts')
  const styles = ['../../frame.css', '../approval.css', '../actions.css']
  const style = (await Promise.all(styles.map((name) => readFile(path(name), 'utf8')))).join('\n')
  const page = (file: string, language: Language): string =>
    `<!doctype html><html lang="${language}" dir="${toDirection(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wallet</title><link rel="stylesheet" href="/style.css"><script type="module" src="/texts.js?lang=${language}"></script><script type="module" src="/${file}"></script><body></body>`
  const texts = (language: Language): string => `globalThis.latchkeyTexts=${JSON.stringify(toFrameTexts(language))}`
  const toFiles = (language: Language): { readonly [path: string]: readonly [type: string, text: string] } => ({
    '/': ['text/html', page('frame.js', language)],
    '/approve': ['text/html', page('approve.js', language)],
    '/texts.js': ['text/javascript', texts(language)],
    '/frame.js': ['text/javascript', script],
    '/guest.js': ['text/javascript', guest],
    '/approve.js': ['text/javascript', approve],
    '/style.css': ['text/css', style],
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const isVault = request.headers.host?.startsWith('vault.')
    const language = toLanguage(url.searchParams.get('lang'))
    const origin = encodeURIComponent(url.searchParams.get('origin') ?? '')
    const app = host(`http://vault.localhost:${port}/?lang=${language}&origin=${origin}`)
    const [type, text] = isVault ? (toFiles(language)[url.pathname] ?? ['text/plain', '']) : ['text/html', app]
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      ...(isVault && { 'content-security-policy': policy }),
    })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch(chromiumOptions(browserKind))

  return {
    browser,
    open: (options) => open(browser, port, options),
    async stop() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Runs in the frame. If a frame observes whether it is covered, Chromium drops clicks for half a second after it
 * appears or moves.
 */
const untilPressable = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 600)))

async function open(browser: Browser, port: number, options: OpenOptions = {}): Promise<ApprovalPage> {
  const {
    width = 900,
    height = 720,
    origin = 'https://app.example',
    isDark = false,
    language = 'en',
    isBlind,
    hasTouch = false,
  } = options
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    hasTouch,
  })
  if (isBlind) await context.addInitScript('delete IntersectionObserverEntry.prototype.isVisible')
  const page = await context.newPage()
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(error.error().message))
  context.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(`http://localhost:${port}/?lang=${language}&origin=${encodeURIComponent(origin)}`)
  const element = await page.waitForSelector('#frame')
  const frame = await element.contentFrame()
  if (!frame) throw new Error('The page has no frame')
  await frame.waitForSelector('html[data-ready]', { state: 'attached' })
  await frame.evaluate(untilPressable)
  return {
    context,
    page,
    frame,
    faults,
    async show(message) {
      const target = `http://vault.localhost:${port}`
      await page.evaluate(([data, to]) => document.querySelector('iframe')?.contentWindow?.postMessage(data, to), [
        message,
        target,
      ] as const)
    },
    outcomes: () => page.evaluate('outcomes') as Promise<readonly unknown[]>,
    screens: () => page.evaluate('screens') as ReturnType<ApprovalPage['screens']>,
  }
}
