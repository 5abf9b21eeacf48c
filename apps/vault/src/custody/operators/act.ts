import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import {
  type ActDone,
  type ActOutcome,
  type OperatorAct,
  type OperatorAction,
  type Proposal,
} from '../../protocol/operators.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { AuditEvent } from '../audit/events.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { revokeSessions } from '../devices/session.js'
import { forgetDevice } from '../devices/userDevices.js'
import { setOperatorFreeze } from '../freezes/operatorFreeze.js'
import { allProjects, blockSigning, switchSigning } from '../freezes/signingSwitch.js'
import { requestRotation } from '../keys/rotation/ownRotation.js'
import { announce } from '../notices/announce.js'
import type { NoticeEvent } from '../notices/events.js'
import { findUserRow, type UserRow } from '../users/user.js'
import { type Actor, apiName, isOperator, type OperatorContext, OperatorError } from './operator.js'
import { operatorApi } from './operatorSchemas.js'
import { type ActEntry, assertProject, isProjectAction, performProjectAction, type Wanted } from './projectActions.js'

/** Milliseconds in which another operator has to approve. */
const proposalTime = 86_400_000

export type RunActionOptions = {
  /** Authenticated. */
  readonly actor: Actor
  /** Actions that need a second operator. */
  readonly approvals: readonly OperatorAction[]
}

/** Runs an operator's action, or stores it as a proposal if it needs a second operator. Throws OperatorError. */
export async function runAction(
  context: OperatorContext,
  wanted: OperatorAct,
  { actor, approvals }: RunActionOptions,
): Promise<ActOutcome> {
  return context.database.inTransaction(async (client) => {
    if (approvals.includes(wanted.action)) return insertProposal(context, client, { wanted, actor })
    const { reason, ...what } = wanted
    return performAction(context, client, { wanted: what, entry: { ...actor, reason } })
  })
}

type ProposalRow = {
  readonly id: string
  readonly operator: string
  /** The token holder that named the operator, if they had no token of their own. */
  readonly via: string | null
  /** JSON of an {@link OperatorAct}. */
  readonly act: string
  readonly state: string
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

async function insertProposal(
  context: OperatorContext,
  client: Queryable,
  { wanted, actor }: { readonly wanted: OperatorAct; readonly actor: Actor },
): Promise<{ readonly status: 'proposed'; readonly proposal: Proposal }> {
  const { keys, now } = context
  const row = {
    id: randomBytes(16).toString('hex'),
    operator: actor.operator,
    act: JSON.stringify(wanted),
    state: 'open',
    created_at: now(),
    valid_until: now() + proposalTime,
    via: actor.via ?? null,
  }
  // don't propose an action on a user who doesn't exist
  if ('user' in wanted) await findTarget(context, client, wanted.user)
  await client.query(
    `INSERT INTO proposals (id, operator, act, state, created_at, valid_until, via, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...Object.values(row), toRowMac(keys, 'proposals', row)],
  )
  await appendAudit(context, client, { event: 'proposal.made', proposal: row.id, ...actor, ...toEntry(wanted) })
  return { status: 'proposed', proposal: toProposal(row) }
}

export type Decision = { readonly id: string; readonly reason: string; readonly actor: Actor }

/**
 * Runs another operator's proposal. The row's MAC covers the proposer and the action, so database write access can't
 * approve it.
 */
export async function approveProposal(context: OperatorContext, { id, reason, actor }: Decision): Promise<ActDone> {
  return context.database.inTransaction(async (client) => {
    const row = await takeProposal(context, client, { id, state: 'approved' })
    if (row.operator === actor.operator)
      throw new OperatorError('Another operator has to approve what you have proposed.', { code: 'OWN_PROPOSAL' })
    const proposer = { operator: row.operator, ...(row.via !== null && { via: row.via }) }
    if (!(await isOperator(context, client, proposer)))
      throw new OperatorError(`${row.operator}, who proposed this, is no longer an operator.`, { code: 'NO_PROPOSAL' })
    const { reason: why, ...wanted } = toProposal(row).act
    const entry = { ...proposer, reason: why, proposal: id, approvedBy: actor.operator }
    const done = await performAction(context, client, { wanted, entry })
    await appendAudit(context, client, { event: 'proposal.approved', proposal: id, ...actor, reason })
    return done
  })
}

/** Rejects a proposal; the operator who made it may do so too. */
export async function rejectProposal(
  context: OperatorContext,
  { id, reason, actor }: Decision,
): Promise<Record<string, never>> {
  await context.database.inTransaction(async (client) => {
    await takeProposal(context, client, { id, state: 'rejected' })
    await appendAudit(context, client, { event: 'proposal.rejected', proposal: id, ...actor, reason })
  })
  return {}
}

/** Lists the proposals that can be approved now. */
export async function listProposals({
  database,
  keys,
  now,
}: OperatorContext): Promise<{ readonly proposals: Proposal[] }> {
  const rows = await database.query<ProposalRow>(
    "SELECT * FROM proposals WHERE state = 'open' AND valid_until > $1 ORDER BY created_at, id LIMIT 200",
    [now()],
  )
  for (const row of rows) assertRow(keys, 'proposals', row)
  return { proposals: rows.map(toProposal) }
}

/** Takes an open proposal, which is then closed. Throws `NO_PROPOSAL`. */
async function takeProposal(
  { keys, now }: OperatorContext,
  { query }: Queryable,
  { id, state }: { readonly id: string; readonly state: 'approved' | 'rejected' },
): Promise<ProposalRow> {
  const [row] = await query<ProposalRow>(
    "SELECT * FROM proposals WHERE id = $1 AND state = 'open' AND valid_until > $2 FOR UPDATE",
    [id, now()],
  )
  if (!row) throw new OperatorError('This proposal was decided, has expired, or never was.', { code: 'NO_PROPOSAL' })
  assertRow(keys, 'proposals', row)
  await query('UPDATE proposals SET state = $2, mac = $3 WHERE id = $1', [
    ...[id, state],
    toRowMac(keys, 'proposals', { ...row, state }),
  ])
  return row
}

function toProposal(row: Omit<ProposalRow, 'created_at' | 'valid_until' | 'mac'> & Times): Proposal {
  return {
    id: row.id,
    act: operatorApi['POST /v1/act'].params.parse(JSON.parse(row.act)),
    operator: row.operator,
    ...(row.via !== null && { via: row.via }),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.valid_until),
  }
}
type Times = { readonly created_at: string | number; readonly valid_until: string | number }

type Entry = Readonly<Record<string, string | number>>

/** Runs an action in the caller's transaction. Its audit entry comes last. Throws OperatorError. */
export async function performAction(
  context: OperatorContext,
  client: Queryable,
  { wanted, entry }: { readonly wanted: Wanted; readonly entry: ActEntry },
): Promise<ActDone> {
  if (isProjectAction(wanted)) return performProjectAction(context, client, { wanted, entry })
  const log = (event: AuditEvent, more: Entry = {}): Promise<void> =>
    appendAudit(context, client, { event, ...more, ...entry })
  const notify = async (event: NoticeEvent, { id, project }: UserRow, more: Entry = {}): Promise<void> => {
    await announce(context, client, { event, project, userId: id })
    await log(event, { user: id, ...more })
  }
  switch (wanted.action) {
    case 'user.freeze':
    case 'user.unfreeze': {
      const isFrozen = wanted.action === 'user.freeze'
      // before reading the row: signing holds this lock, and reads the row
      await blockSigning(client)
      const user = await findTarget(context, client, wanted.user)
      const changed = await setOperatorFreeze(context, client, { user, isFrozen })
      // the owner unlocks a sealed wallet again
      await client.query('DELETE FROM unlocks WHERE user_id = $1', [user.id])
      if (changed) await notify(isFrozen ? 'user.frozen' : 'user.unfrozen', user)
      // recorded also if an API key has frozen the user before: from then on, the freeze is the operator's
      else if (isFrozen && entry.via !== apiName) await log('user.frozen', { user: user.id })
      return { status: 'done', changed }
    }
    case 'device.revoke': {
      const { user, device } = wanted
      const owner = await findTarget(context, client, user)
      const isKnown = await forgetDevice(client, { userId: user, deviceId: device })
      if (!isKnown) throw new OperatorError('The user has no such device.', { code: 'NO_DEVICE' })
      await notify('device.revoked', owner, { device })
      return { status: 'done', changed: true, devices: 1 }
    }
    case 'devices.revoke': {
      const user = await findTarget(context, client, wanted.user)
      const { id } = user
      const devices = await client.query<{ device_id: string }>(
        'SELECT device_id FROM device_users WHERE user_id = $1 UNION SELECT device_id FROM sessions WHERE user_id = $1 ORDER BY 1',
        [id],
      )
      for (const { device_id } of devices) await forgetDevice(client, { userId: id, deviceId: device_id })
      await client.query('DELETE FROM unlocks WHERE user_id = $1', [id])
      await notify('devices.revoked', user, { devices: devices.length })
      return { status: 'done', changed: devices.length > 0, devices: devices.length }
    }
    case 'signing.stop':
    case 'signing.start': {
      const project = wanted.project ?? allProjects
      if (wanted.project !== undefined) await assertProject(context, client, wanted.project)
      const state = wanted.action === 'signing.stop' ? 'stopped' : 'on'
      const changed = await switchSigning(context, client, { project, state })
      await log(state === 'on' ? 'signing.started' : 'signing.stopped', { project })
      return { status: 'done', changed }
    }
    case 'keys.rotate': {
      const changed = await requestRotation(client, context)
      if (changed) await log('key.rotationStarted')
      return { status: 'done', changed }
    }
    case 'sessions.revoke': {
      const revoked = await revokeSessions(client)
      await log('sessions.revoked', revoked)
      return { status: 'done', changed: true, ...revoked }
    }
  }
}

/** Without settings and the like, which the proposal has, and without a URL, which may contain a secret. */
function toEntry(wanted: OperatorAct): Entry {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      (part): part is [string, string | number] => part[0] !== 'url' && /^(?:string|number)$/.test(typeof part[1]),
    ),
  )
}

/** Finds the target user of an action, and locks them until the transaction ends. Throws `NO_USER`. */
export async function findTarget(context: OperatorContext, client: Queryable, userId: string): Promise<UserRow> {
  await client.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
  const user = await findUserRow(context, client, userId)
  if (!user) throw new OperatorError('There is no such user.', { code: 'NO_USER' })
  return user
}
