import { isSafeUrl } from '../../../http/isSafeUrl.js'
import type { AuditSink } from './auditSink.js'

/** The sink of an environment; undefined where none is named. Throws where it is none, without what stands in its address. */
export function readAuditSink(environment: Readonly<Record<string, string | undefined>>): AuditSink | undefined {
  const [url, token] = [environment['AUDIT_SINK_URL']?.trim(), environment['AUDIT_SINK_TOKEN']?.trim()]
  if (!url) {
    if (token) throw new Error('AUDIT_SINK_TOKEN is set, and AUDIT_SINK_URL is not.')
    return undefined
  }
  if (!isSafeUrl(url)) throw new Error('AUDIT_SINK_URL is an address that is reached over https.')
  const { username, password } = new URL(url)
  if (username || password) throw new Error('AUDIT_SINK_URL names nobody: AUDIT_SINK_TOKEN is for that.')
  return { url, ...(token && { token }) }
}
