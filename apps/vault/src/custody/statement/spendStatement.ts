import { statementTolerance } from '../../protocol/statement.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { VerifiedStatement } from './verifyStatement.js'

/** Takes a statement, which no process of this database takes a second time. */
export async function spendStatement(
  { database }: Custody,
  { thumbprint, jti, iat }: VerifiedStatement,
): Promise<void> {
  // kept until the clock alone refuses it
  const taken = await database.query(
    'INSERT INTO spent_statements VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [thumbprint, jti, iat + 2 * statementTolerance],
  )
  if (taken.length === 0) throw new CustodyFault('This call was made before.', { code: 'BAD_STATEMENT' })
}
