import { z } from 'zod'
import type { NoticeReply } from '../../protocol/notice.js'

/** What custody says of the link of a notice. */
export type NoticeAnswer = NoticeReply | { readonly error: { readonly code: string; readonly message: string } }

export const noticeAnswer: z.ZodType<NoticeAnswer> = z.union([
  z.object({
    status: z.enum(['open', 'done']),
    kind: z.enum(['revoke', 'undo', 'cancel', 'unlink', 'hold', 'seal']),
    at: z.number().optional(),
    provider: z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster']).optional(),
    origin: z.string().optional(),
    browser: z.string().optional(),
    place: z.string().optional(),
  }),
  z.object({ status: z.literal('gone') }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
