import type { SocialReply, SocialRequest } from '../../protocol/custody.js'
import type { Custody } from '../custody.js'
import { assertRow } from '../sealing/rowMac.js'
import { answerCallback } from './answerCallback.js'
import { type AttemptRow, toPopupHash, toStateHash, unsealPart } from './attempt.js'
import { confirmSocial } from './confirmSocial.js'
import { isPageOf } from './isPageOf.js'
import { isOpen } from './outcome.js'
import { toStartUri } from './startSocial.js'

/** Answers the pages of a login by another provider. Whoever has the address of such a page may ask: only `callback` lets anybody in. */
export async function answerSocial(custody: Custody, request: SocialRequest): Promise<SocialReply> {
  switch (request.step) {
    case 'loading':
      return findWay(custody, request)
    case 'start':
      return sendOn(custody, request)
    case 'callback':
      return answerCallback(custody, request.answer)
    case 'confirm':
      return confirmSocial(custody, request)
  }
}

/** The first page of a popup asks where to go, for as long as nothing is known of it. */
async function findWay(
  custody: Custody,
  { popup, isAlone }: Extract<SocialRequest, { readonly step: 'loading' }>,
): Promise<SocialReply> {
  const [attempt] = await custody.database.query<AttemptRow>(
    'SELECT * FROM login_attempts WHERE popup_hash = $1 ORDER BY place_in_order DESC LIMIT 1',
    [toPopupHash(custody, popup)],
  )
  if (!attempt) return { status: 'waiting' }
  assertRow(custody.keys, 'login_attempts', attempt)
  // the next one may be of the same window
  if (attempt.stage !== 'open' || !isOpen(custody, attempt)) return { status: 'waiting' }
  if (isAlone) await custody.database.query('UPDATE login_attempts SET is_alone = true WHERE id = $1', [attempt.id])
  const { state } = unsealPart<{ readonly state: string }>(custody, attempt.secrets, {
    id: attempt.id,
    part: 'secrets',
  })
  return { status: 'go', uri: toStartUri(custody, state) }
}

/** On to the provider. Where to come back to, without a popup, is a page of the very app that asked. */
async function sendOn(
  custody: Custody,
  { state, returnTo }: Extract<SocialRequest, { readonly step: 'start' }>,
): Promise<SocialReply> {
  const [attempt] = await custody.database.query<AttemptRow>('SELECT * FROM login_attempts WHERE state_hash = $1', [
    toStateHash(custody, state),
  ])
  if (attempt?.stage !== 'open' || !isOpen(custody, attempt)) return { status: 'gone' }
  assertRow(custody.keys, 'login_attempts', attempt)
  if (returnTo !== undefined) {
    if (!isPageOf(attempt.origin, returnTo)) return { status: 'gone' }
    await custody.database.query('UPDATE login_attempts SET return_to = $2 WHERE id = $1', [attempt.id, returnTo])
  }
  const { uri } = unsealPart<{ readonly uri: string }>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  return { status: 'go', uri }
}
