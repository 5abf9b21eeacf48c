import {
  type AppMessage,
  type FrameEvent,
  type FrameReply,
  type FrameScreen,
  messagesVersion,
} from '@latchkey/embedded-wallet/protocol'
import type { FrameNetwork, FrameSettings } from '../protocol/network.js'
import { openDeviceKey } from './device/deviceKey.js'
import { toFrameError } from './errors.js'
import type { LoginPrompt } from './guest/createGuestPrompt.js'
import { findNetwork } from './handlers/chain.js'
import { createHandlers } from './handlers/createHandlers.js'
import type { MessageHandlers } from './handlers/handlers.js'
import { createUpdater } from './reload.js'
import type { ApprovalPrompt } from './requests/approvalPrompt.js'
import { createRequests } from './requests/createRequests.js'
import type { FactorPrompt } from './requests/factorPrompt.js'
import { createNode, type NodeOptions } from './requests/node.js'
import type { UnlockPrompt } from './requests/requests.js'
import { createSession, type Session } from './session/session.js'
import { createServerClock, createVault, type Vault } from './session/vault.js'
import { createAccountTypes } from './smart/accountTypes.js'
import { createWire, pinParent, type Reply } from './wire/wire.js'

type FrameOptions = {
  readonly window: Window
  /** Gets the page around the frame, so that the user is shown it. */
  readonly createPrompt: (options: {
    readonly origin: string
    readonly project: string
    readonly logo: string | undefined
    readonly now: () => number
    readonly onScreen: (screen: FrameScreen) => void
  }) => ApprovalPrompt
  readonly createUnlock: (options: {
    readonly origin: string
    readonly session: Pick<Session, 'call'>
    readonly onScreen: (screen: FrameScreen) => void
  }) => UnlockPrompt
  readonly createFactor: (options: {
    readonly origin: string
    readonly onScreen: (screen: FrameScreen) => void
    readonly onShown: (isShown: boolean) => boolean
  }) => { readonly ask: FactorPrompt; readonly close: () => void }
  /** Creates the prompt for a guest who adds a login. */
  readonly createLogin: (options: {
    readonly origin: string
    readonly logo: string | undefined
    readonly onScreen: (screen: FrameScreen) => void
    readonly onShown: (isShown: boolean) => boolean
  }) => { readonly ask: LoginPrompt; readonly close: () => void }
}

/**
 * Runs the frame for the page around it. If that page isn't of one of the project's origins, or there is none, it neither sends nor listens, and
 * returns false. A missing parent is logged on the console. [S8.30]
 */
export function startFrame({ window, createPrompt, createUnlock, createFactor, createLogin }: FrameOptions): boolean {
  const { document, location, parent } = window
  const settings = readSettings(document)
  const { ancestorOrigins: ancestors } = location as { readonly ancestorOrigins?: DOMStringList }
  const { origins } = settings
  const origin = pinParent({ ancestors: ancestors && [...ancestors], referrer: document.referrer, origins })
  if (parent === window) console.error('W3mFrame: parent is not set')
  if (parent === window || origin === null) return false

  const { project, build, networks } = settings
  const fetch: typeof globalThis.fetch = (...args) => window.fetch(...args)
  const clock = createServerClock(settings.now, { elapsed: () => performance.now() })
  const query = new URLSearchParams(location.search)
  const version = query.get('version') ?? messagesVersion
  if (version !== messagesVersion)
    console.warn(`The app uses version ${version.slice(0, 20)} of the frame’s messages, this frame ${messagesVersion}.`)
  const log = query.get('enableLogger') === 'true' ? logReply : undefined
  const renewal = createUpdater({ window, fetch, build })
  // opened with the first message that needs it, and again after a failure
  let opening: ReturnType<typeof openDeviceKey> | undefined
  const key = (): ReturnType<typeof openDeviceKey> => {
    opening ??= openDeviceKey({ name: `${project} ${origin}` }).catch((cause: unknown) => {
      opening = undefined
      throw cause
    })
    return opening
  }
  const vault: Vault = createVault({
    settings,
    origin,
    key,
    clock,
    fetch,
    namesBuild: renewal.namesBuild,
    onNoDevice: (signal) => session.renew(signal),
  })
  const session = createSession({ vault, sendToken: (token) => wire.send({ kind: 'sessionUpdate', token }) })
  const onScreen = (screen: FrameScreen): void => wire.sendScreen(screen)
  const prompt = createPrompt({ origin, project, logo: settings.logo, now: clock.now, onScreen })
  const callNode = createNode({ fetch, project, start: readStart(query, networks) })
  const accounts = createAccountTypes({ callNode, requiresSelfCustody: settings.requiresSelfCustody })
  const unlock = createUnlock({ origin, session, onScreen })
  const onShown = (isShown: boolean): boolean => wire.sendPrompt(isShown)
  const factor = createFactor({ origin, onScreen, onShown })
  const login = createLogin({ origin, logo: settings.logo, onScreen, onShown })
  const requests = createRequests({ session, callNode, prompt, unlock, networks, accounts, wait, now: clock.now })
  const answers = createHandlers({
    window,
    origin,
    session,
    networks,
    requests,
    accounts,
    startChain: query.get('chainId'),
    root: document.documentElement,
    siteOrigin: location.origin,
    wait,
    askFactor: factor.ask,
    askLogin: login.ask,
    reload: () =>
      setTimeout(() => {
        isLeaving = true
        location.reload()
      }),
  })
  // a failure while the page is being left isn't reported: the app asks the next page
  let isLeaving = false
  let pageClosed = new AbortController()
  window.addEventListener('pagehide', () => {
    pageClosed.abort()
    // the page may come back from the back-forward cache
    pageClosed = new AbortController()
  })

  let open = 0
  async function answer(message: AppMessage, reply: Reply): Promise<void> {
    open += 1
    renewal.stay()
    const event = await toReply(answers, message, pageClosed.signal)
    if (!isLeaving) reply(event)
    log?.(message, event)
    open -= 1
    if (open === 0 && vault.isOld() && session.hasCookie()) renewal.leave()
  }
  const wire = createWire({
    window,
    parent,
    origin,
    onMessage: (message, reply) => void answer(message, reply),
    onClosePrompt() {
      factor.close()
      login.close()
    },
    warn: (text) => console.warn(text),
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !wire.sendEscape()) requests.abort()
  })
  wire.ready()
  return true
}

/** Never rejects: failures are replies too. */
async function toReply(
  answers: MessageHandlers,
  { name, id, payload }: AppMessage,
  signal: AbortSignal,
): Promise<FrameEvent> {
  try {
    const act = answers[name] as (payload: unknown, options: object) => unknown
    return { kind: 'success', name, id, payload: await act(payload, { id, signal }) } as FrameReply
  } catch (cause) {
    return { kind: 'error', name, id, fault: toFrameError(cause) }
  }
}

/** The app's node for the network that the page starts on, if its address names both. [S4.40] */
function readStart(query: URLSearchParams, networks: readonly FrameNetwork[]): NodeOptions['start'] {
  const [chainId, rpcUrl] = [query.get('chainId'), query.get('rpcUrl')]
  const network = chainId === null ? undefined : findNetwork(networks, { chainId })
  return network && rpcUrl !== null ? { chain: network.caipNetworkId, rpcUrl } : undefined
}

/** Logs a message and its outcome for the app's developer: never a payload, which may contain a code or an address. */
function logReply(message: AppMessage, event: FrameEvent): void {
  const method = message.name === 'RPC_REQUEST' ? ` ${message.payload.method.slice(0, 64)}` : ''
  const code = event.kind === 'error' && event.fault.code !== undefined ? ` ${event.fault.code}` : ''
  console.info(`W3mFrame: ${message.name}${method} ${event.kind}${code}`)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

/** Reads the settings that the site put into the page. */
function readSettings(document: Document): FrameSettings {
  return JSON.parse(document.getElementById('settings')?.textContent ?? '') as FrameSettings
}
