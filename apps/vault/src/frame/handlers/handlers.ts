import type { AppPayloads, FrameReplies, MessageName } from '@latchkey/embedded-wallet/protocol'

export type HandlerOptions = {
  readonly id: string
  /** Aborted when the page is left. */
  readonly signal: AbortSignal
}

/** Handlers of the app's messages. They reject with the error that the app receives. */
export type MessageHandlers = {
  readonly [name in MessageName]: (
    payload: AppPayloads[name],
    options: HandlerOptions,
  ) => Promise<FrameReplies[name]> | FrameReplies[name]
}
