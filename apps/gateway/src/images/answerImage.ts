import { join } from 'node:path'
import { walletMarks } from '@latchkey/core/walletList'
import type { Answer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import { readImage } from './readImage.js'
import { toMonogram } from './toMonogram.js'

/** Seconds. */
const maxAge = 86_400

export type ImageKind = 'wallets' | 'assets' | 'tokens' | 'currencies'

export type ImageQuestion = {
  readonly kind: ImageKind
  readonly name: string
  /** What a monogram is made of; without it there has to be a file. */
  readonly title?: string | undefined
}

/** `{folder}/{kind}/{name}.*`, else the mark of a well-known wallet, else a monogram of the title. Throws 404 where there is none. */
export async function answerImage(folder: string | undefined, { kind, name, title }: ImageQuestion): Promise<Answer> {
  const file = folder === undefined ? undefined : await readImage(join(folder, kind), name)
  if (file) return { status: 200, maxAge, ...file }
  const mark = kind === 'wallets' && Object.hasOwn(walletMarks, name) ? walletMarks[name] : undefined
  if (mark) return { status: 200, type: 'image/svg+xml', body: mark, maxAge }
  if (!title) throw new GatewayFault('There is no such image.', { status: 404, code: 'NOT_FOUND' })
  return { status: 200, type: 'image/svg+xml', body: toMonogram(title, kind === 'wallets' ? 2 : 4), maxAge }
}
