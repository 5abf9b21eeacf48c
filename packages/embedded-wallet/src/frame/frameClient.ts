import type { CaipNetworkId, Namespace, PluginContext } from '@latchkey/core'
import type {
  AppPayloads,
  FrameChainId,
  FrameReplies,
  FrameScreen,
  FrameUser,
  MessageName,
  RpcPayload,
} from '../protocol/messages.js'
import type { FrameMemory } from '../storage/frameMemory.js'

export type CallName = Exclude<MessageName, 'RPC_REQUEST' | 'RPC_ABORT'>

export type CallPayload<name extends CallName> = AppPayloads[name]

export type CallReply<name extends CallName> = FrameReplies[name]

/** Why the frame can't be used, as passed to `onTimeout`. [S8.20] [S8.21] [S8.22] */
export type FrameTimeout = 'iframe_load_failed' | 'iframe_request_timeout' | 'unverified_domain'

/** In CSS pixels of the viewport. */
export type FrameRect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Replies that change who is logged in, regardless of who requested them. */
export type FrameClientEvents = {
  /** After GET_USER and CONNECT_SOCIAL. */
  user: FrameUser & { readonly userName?: string | null | undefined }
  /** After IS_CONNECTED. False also if it failed. */
  connected: { readonly isConnected: boolean }
  /** After SET_PREFERRED_ACCOUNT. If it failed, the type is `eoa` and there is no address. */
  account: { readonly type: 'eoa' | 'smartAccount'; readonly address?: string | undefined }
  /** The frame is on another chain than the stored one that GET_CHAIN_ID was answered with. */
  chain: { readonly chainId: FrameChainId }
  /** The frame shows a screen where this client has placed it, or the screen needs another height. */
  screen: FrameScreen
}

export type CallOptions = {
  readonly signal: AbortSignal
  /**
   * Timeout in milliseconds for steps that the user takes elsewhere. Such a timeout doesn't mean that the frame is broken, and
   * the frame is notified of it.
   */
  readonly timeout?: number | undefined
}

export type FrameClientOptions = {
  readonly context: PluginContext
  /** Address of the frame's page. Its query is kept and extended. */
  readonly url: string
  /** Origin that messages are exchanged with. Default: the origin of `url`. Set it if that redirects. */
  readonly origin?: string | undefined
  readonly projectId: string
  /** The app's current network in a namespace, or in the whole app without `namespace`. */
  getChain(namespace?: Namespace): CaipNetworkId | undefined
  getRpcUrl(chain: CaipNetworkId): string | undefined
  readonly enableLogger?: boolean | undefined
  onTimeout?(reason: FrameTimeout): void
}

/** The client of the secure frame. All methods reject with the signal's reason when it aborts. */
export type FrameClient = {
  /**
   * Loads the frame if needed and completes the first exchange: READY, a port or 500 ms, SYNC_DAPP_DATA and
   * GET_SMART_ACCOUNT_ENABLED_NETWORKS. Concurrent callers share one attempt; after a failure the next call tries again. [S4.31]
   */
  open(signal: AbortSignal): Promise<void>
  /**
   * Sends any message except RPC_REQUEST and RPC_ABORT, and resolves with its reply. Rejects with `EMAIL_COOLDOWN`,
   * `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT`, `FRAME_FAILED` or `REQUEST_ABORTED`. Stores what a reply says about the
   * login. GET_CHAIN_ID is answered from storage if possible. [S4.38]
   */
  call<name extends CallName>(name: name, payload: CallPayload<name>, options: CallOptions): Promise<CallReply<name>>
  /**
   * Reloads the frame's document after 100 ms, if that is still needed then. From now on, all calls wait for the new document.
   */
  reload(isNeeded: () => boolean): void
  /**
   * Sends an RPC_REQUEST. BigInts become 0x hex; missing namespace, chain and URL are filled in. `isSafe`: not affected by {@link
   * FrameClient.abortRequests}.
   */
  request(payload: RpcPayload, options: { readonly signal: AbortSignal; readonly isSafe: boolean }): Promise<unknown>
  /** Rejects all requests except safe ones with `REQUEST_ABORTED`, and notifies the frame with RPC_ABORT. [S4.37] */
  abortRequests(): void
  readonly memory: FrameMemory
  /** Origin of the frame's page, and of its pages for social login. */
  readonly origin: string
  /** Shows the frame at this position above everything else; null hides it. It never moves in the document. */
  place(rect: FrameRect | null): void
  /** Called on Esc, or a click outside of the frame while it is shown. */
  onCloseRequest(listener: () => void): () => void
  on<event extends keyof FrameClientEvents>(
    event: event,
    listener: (data: FrameClientEvents[event]) => void,
  ): () => void
  destroy(): void
}

/** In milliseconds. [S9.16] [S9.1] */
export const frameTimeouts = {
  /** For READY, from the first message that waits for it. */
  load: 20_000,
  /** Milliseconds between the frame's `load` event without READY and a check that its site is reachable. */
  silence: 1_000,
  /** For the browser's report that the content security policy refused that request. */
  refusal: 100,
  /** For a reply, from when the message was sent. Only the five login messages report this timeout to the app. */
  request: 120_000,
  /** For an approval by the user. Longer than the five minutes that an approval is valid. */
  approval: 600_000,
  signOut: 3_000,
  /** From leaving a Farcaster login to reloading the frame. */
  beforeReload: 100,
  /** For the old document to go after its reply to RELOAD. After that it is given up, and the frame loaded again. */
  reload: 5_000,
  /** For the frame to report whether it dropped a request that the user has left. */
  leaving: 3_000,
  /** After READY: for frames without a handshake to settle, and for others to take the port. */
  settle: 500,
  /** For the frame to report networks with smart accounts, before it counts as open without them. */
  exchange: 5_000,
  /** Between two pings to a frame with pending requests. */
  beat: 5_000,
  /** For the response to the last ping. */
  lastBeat: 1_000,
  /** Between two emails. */
  cooldown: 30_000,
} as const
