import { isOrigin } from '../../projects/isOrigin.js'
import { type SignedStatement, type Statement, statementTolerance } from '../../protocol/statement.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import { isSigned } from './isSigned.js'
import { parseStatement } from './parseStatement.js'
import { toThumbprint } from './toThumbprint.js'

export type VerifiedStatement = Statement & { readonly thumbprint: string }

/**
 * Who asks what, if the statement holds: well formed, signed by its key, of a project on one of its origins, of now. Throws
 * CustodyFault for all else. That it is used once is the matter of {@link spendStatement}.
 */
export function verifyStatement(
  { projects, now, publicUrl }: Pick<Custody, 'projects' | 'now' | 'publicUrl'>,
  signed: SignedStatement,
): VerifiedStatement {
  const statement = parseStatement(signed.statement)
  if (!statement || !isSigned(signed, statement.key))
    throw new CustodyFault('The call is not signed by its device.', { code: 'BAD_STATEMENT' })
  const { project, origin, iat } = statement
  const origins = projects.get(project)?.origins
  // the vault's own page for accounts, of a project that there is
  const isListed =
    origins !== undefined && isOrigin(origin) && (origins.includes(origin) || origin === new URL(publicUrl).origin)
  if (!isListed) throw new CustodyFault('This page may not use this vault.', { code: 'UNKNOWN_PROJECT' })
  const time = now()
  if (Math.abs(time - iat) > statementTolerance)
    throw new CustodyFault('The clock of this device is wrong.', { code: 'STALE_STATEMENT', now: time })
  return { ...statement, thumbprint: toThumbprint(statement.key) }
}
