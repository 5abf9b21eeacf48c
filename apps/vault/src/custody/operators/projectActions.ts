import type { Queryable } from '@latchkey/server-kit/database'
import type { ActDone, OperatorAct } from '../../protocol/operators.js'
import { createApiKey, revokeApiKey } from '../apiKeys/apiKeys.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { AuditEntry, AuditEvent } from '../audit/events.js'
import type { WebhookRow } from '../audit/queueDeliveries.js'
import { writeProject } from '../projects/storedProjects.js'
import {
  changeWebhook,
  createWebhook,
  findWebhook,
  isWebhookUrl,
  redeliver,
  rotateWebhook,
} from '../webhooks/webhooks.js'
import { type Actor, type OperatorContext, OperatorError } from './operator.js'

type WithoutReason<wanted> = wanted extends unknown ? Omit<wanted, 'reason'> : never
/** An action, without the reason, which is part of its audit entry. */
export type Wanted = WithoutReason<OperatorAct>
/** The operator, reason and proposal of an action. */
export type ActEntry = Actor & AuditEntry

/** An action on a project or anything that belongs to it. */
export type ProjectAction = Extract<Wanted, { readonly action: `${'project' | 'webhook' | 'apiKey'}.${string}` }>

export function isProjectAction(wanted: Wanted): wanted is ProjectAction {
  return /^(?:project|webhook|apiKey)\./.test(wanted.action)
}

/** Runs in the caller's transaction. Its audit entry comes last. */
export async function performProjectAction(
  context: OperatorContext,
  client: Queryable,
  { wanted, entry }: { readonly wanted: ProjectAction; readonly entry: ActEntry },
): Promise<ActDone> {
  const log = (event: AuditEvent, more: AuditEntry): Promise<void> =>
    appendAudit(context, client, { event, ...more, ...entry })
  const done = { status: 'done', changed: true } as const
  switch (wanted.action) {
    case 'project.save':
    case 'project.delete': {
      const { project: id, revision } = wanted
      const settings = wanted.action === 'project.save' ? wanted.settings : undefined
      if (settings === undefined && revision === 0)
        throw new OperatorError(`There is no project ${id} in the database.`, { code: 'NO_PROJECT' })
      const written = await writeProject(context, client, { id, settings, revision, operator: entry.operator })
      if (!written) throw new OperatorError(`Project ${id} was changed since. Read it again.`, { code: 'CONFLICT' })
      await log(settings ? 'project.saved' : 'project.deleted', written)
      return { ...done, ...(settings && { revision: written.revision }) }
    }
    case 'webhook.save': {
      const { project, webhook, url, events, isEnabled } = wanted
      await assertProject(context, client, project)
      if (!isWebhookUrl(url, { allowsPrivate: context.allowsPrivateWebhooks }))
        throw new OperatorError('url must be https on port 443, with a host name and without user or #.', {
          code: 'INVALID_PARAMS',
        })
      const about = { project, host: new URL(url).host, state: isEnabled ? 'enabled' : 'disabled' }
      if (webhook === undefined) {
        const created = await createWebhook(context, client, { project, url, events, isEnabled })
        await log('webhook.saved', { webhook: created.id, ...about })
        return { ...done, ...created }
      }
      const row = await getWebhook(context, client, webhook)
      if (row.project !== project)
        throw new OperatorError(`Project ${project} has no such webhook.`, { code: 'NO_WEBHOOK' })
      const changed = await changeWebhook(context, client, { row, url, events, isEnabled })
      if (changed) await log('webhook.saved', { webhook, ...about })
      return { ...done, changed, id: webhook }
    }
    case 'webhook.rotate': {
      const row = await getWebhook(context, client, wanted.webhook)
      const secret = await rotateWebhook(context, client, row)
      await log('webhook.rotated', { webhook: row.id, project: row.project })
      return { ...done, id: row.id, secret }
    }
    case 'webhook.delete': {
      const { id, project } = await getWebhook(context, client, wanted.webhook)
      await client.query('DELETE FROM webhooks WHERE id = $1', [id])
      await log('webhook.deleted', { webhook: id, project })
      return done
    }
    case 'webhook.redeliver': {
      const { delivery } = wanted
      const row = await redeliver(context, client, delivery)
      if (!row) throw new OperatorError('There is no such delivery.', { code: 'NO_DELIVERY' })
      // nothing would be sent until then
      if (row.state !== 'enabled')
        throw new OperatorError('The webhook is disabled. Enable it first.', { code: 'CONFLICT' })
      await log('webhook.redelivered', { webhook: row.id, project: row.project, delivery })
      return done
    }
    case 'apiKey.create': {
      const { project, name, scopes } = wanted
      await assertProject(context, client, project)
      const created = await createApiKey(context, client, { project, name, scopes, createdBy: entry.operator })
      await log('apiKey.created', { key: created.id, project, scopes: scopes.join(' ') })
      return { ...done, ...created }
    }
    case 'apiKey.revoke': {
      const project = await revokeApiKey(client, wanted.key)
      if (project === undefined) throw new OperatorError('There is no such key.', { code: 'NO_KEY' })
      await log('apiKey.revoked', { key: wanted.key, project })
      return done
    }
  }
}

async function getWebhook(context: OperatorContext, client: Queryable, id: string): Promise<WebhookRow> {
  const row = await findWebhook(context, client, id)
  if (!row) throw new OperatorError('There is no such webhook.', { code: 'NO_WEBHOOK' })
  return row
}

/** An unknown name would do nothing, while the operator would rely on it. */
export async function assertProject(
  { projects }: OperatorContext,
  { query }: Queryable,
  project: string,
): Promise<void> {
  if (projects.has(project)) return
  const [user] = await query('SELECT 1 FROM users WHERE project = $1 LIMIT 1', [project])
  if (!user) throw new OperatorError(`There is no project ${project}.`, { code: 'NO_PROJECT' })
}
