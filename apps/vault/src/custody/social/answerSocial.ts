import type { SocialReply, SocialRequest } from '../../protocol/custody.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { answerCallback } from './answerCallback.js'
import { type AttemptRow, toPopupHash, toStateHash, unsealPart } from './attempt.js'
import { askToConfirm, confirmSocial } from './confirmSocial.js'
import {
  isReturnPage,
  isSameBrowser,
  type Opening,
  readOpening,
  sealOpening,
  toBrowserHash,
  toElsewhere,
} from './opening.js'
import { isOpen } from './outcome.js'
import { toStartUri } from './startSocial.js'

type Step<name extends SocialRequest['step']> = Extract<SocialRequest, { readonly step: name }>

/** Answers the pages of a login by another provider. Whoever has the address of such a page may ask: only `callback` lets anybody in. */
export async function answerSocial(custody: Custody, request: SocialRequest): Promise<SocialReply> {
  switch (request.step) {
    case 'loading':
      return custody.database.inTransaction((client) => findWay(custody, client, request))
    case 'start':
      return custody.database.inTransaction((client) => sendOn(custody, client, request))
    case 'callback':
      return answerCallback(custody, request)
    case 'ask':
      return askToConfirm(custody, request)
    case 'confirm':
      return confirmSocial(custody, request)
  }
}

/**
 * The first page of a popup that has lost its opener asks where to go, until that is known. Only one that the app's own page opened is
 * sent on: by a link, anybody could lead a user here with a login that they began themselves.
 */
async function findWay(custody: Custody, client: Queryable, { popup, from }: Step<'loading'>): Promise<SocialReply> {
  const [attempt] = await client.query<AttemptRow>(
    'SELECT * FROM login_attempts WHERE popup_hash = $1 ORDER BY place_in_order DESC LIMIT 1 FOR UPDATE',
    [toPopupHash(custody, popup)],
  )
  if (!attempt) return { status: 'waiting' }
  assertRow(custody.keys, 'login_attempts', attempt)
  // the next one may be of the same window
  if (attempt.stage !== 'open' || !isOpen(custody, attempt)) return { status: 'waiting' }
  if (from !== attempt.origin) return toElsewhere(custody, attempt)
  await client.query('UPDATE login_attempts SET is_alone = true WHERE id = $1', [attempt.id])
  await keepOpening(custody, client, attempt, { ...readOpening(custody, attempt), isByApp: true })
  const { state } = unsealPart<{ readonly state: string }>(custody, attempt.secrets, {
    id: attempt.id,
    part: 'secrets',
  })
  return { status: 'go', uri: toStartUri(custody, state) }
}

/** On to the provider: the first browser that passes here is the one that may come back. */
async function sendOn(
  custody: Custody,
  client: Queryable,
  { state, browser, from, returnTo }: Step<'start'>,
): Promise<SocialReply> {
  const [attempt] = await client.query<AttemptRow>('SELECT * FROM login_attempts WHERE state_hash = $1 FOR UPDATE', [
    toStateHash(custody, state),
  ])
  if (attempt?.stage !== 'open' || !isOpen(custody, attempt)) return { status: 'gone' }
  assertRow(custody.keys, 'login_attempts', attempt)
  const opening = readOpening(custody, attempt)
  if (opening.browserHash !== undefined && !isSameBrowser(opening, browser)) return toElsewhere(custody, attempt)
  if (returnTo !== undefined && !isReturnPage(custody, attempt, returnTo)) return { status: 'notListed' }
  await keepOpening(custody, client, attempt, {
    ...opening,
    browserHash: toBrowserHash(browser),
    isByApp: opening.isByApp || from === attempt.origin,
    ...(returnTo !== undefined && { returnTo }),
  })
  const { uri } = unsealPart<{ readonly uri: string }>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  return { status: 'go', uri }
}

async function keepOpening(
  custody: Custody,
  { query }: Queryable,
  { id }: AttemptRow,
  opening: Opening,
): Promise<void> {
  await query('UPDATE login_attempts SET opening = $2 WHERE id = $1', [id, sealOpening(custody, opening, id)])
}
