import type { LatchkeyError } from '@latchkey/core'
import type { FrameEvent, FrameReply } from '../../protocol/framePayloads.js'
import type { FrameRect } from '../frameClient.js'

export type FrameLinkEvents = {
  /** The frame can be spoken to: its first document, or a new one. Messages sent here are the first that it gets. */
  ready: undefined
  /** The document that was spoken to is gone: nothing that was sent to it will be answered. */
  lost: LatchkeyError
  /** The frame took the port late: what was sent before without an answer has to be sent again. */
  moved: undefined
  reply: FrameReply
  sessionUpdate: Extract<FrameEvent, { readonly kind: 'sessionUpdate' }>
  closeRequest: undefined
}

/** The way to the frame, which modals of the same project share. */
export type FrameLink = {
  isReady(): boolean
  /** Loads the frame unless that is under way or done. */
  load(): void
  /**
   * Resolves once the frame can be spoken to, and loads it where need be. `isTimed`: for 20 s at most from then on, after
   * which all who wait are rejected with `FRAME_LOAD_FAILED`.
   */
  whenReady(options: { readonly isTimed: boolean }): Promise<void>
  /** Sends a message; only where the frame can be spoken to. */
  post(message: object): void
  /** Looks whether the frame is alive, as far as it can tell, until undone: for as long as somebody waits for an answer. */
  watch(): () => void
  place(rect: FrameRect | null): void
  on<event extends keyof FrameLinkEvents>(event: event, listener: (data: FrameLinkEvents[event]) => void): () => void
  destroy(): void
}
