import { InvalidReplyError } from '../../errors/services.js'
import type { Modal } from '../../modal.js'
import { isRecord } from '../../utils/isRecord.js'
import { askConfig } from './askConfig.js'

/** Pages that may use logins: `GET {services.config}/v1/origins` → `{ allowedOrigins }`. None: all. Throws as {@link askConfig}. */
export function fetchAllowedOrigins(modal: Modal, baseUrl: string): Promise<readonly string[]> {
  return askConfig(modal, { baseUrl, path: '/v1/origins', parse: parseOrigins })
}

function parseOrigins(reply: unknown): readonly string[] {
  const origins: unknown = isRecord(reply) ? reply['allowedOrigins'] : undefined
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string')) return origins
  throw new InvalidReplyError({ details: 'allowedOrigins is no list of texts.' })
}
