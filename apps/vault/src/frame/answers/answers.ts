import type { AppPayloads, FrameReplies, MessageName } from '@latchkey/embedded-wallet/protocol'

export type AnswerOptions = {
  readonly id: string
  /** Aborted when the page goes. */
  readonly signal: AbortSignal
}

/** What the frame does for each message. Rejects with what the app is told. */
export type Answers = {
  readonly [name in MessageName]: (
    payload: AppPayloads[name],
    options: AnswerOptions,
  ) => Promise<FrameReplies[name]> | FrameReplies[name]
}
