import { join } from 'node:path'
import { type CompiledContract, compileContracts } from '../contracts/compileContracts.js'
import { packageRoot } from '../packageRoot.js'

/** Compiles `DevToken.sol` against the installed OpenZeppelin. */
export function compileToken(): CompiledContract {
  const { DevToken } = compileContracts({ file: join(packageRoot(), 'src/world/DevToken.sol') })
  if (!DevToken) throw new Error('The compiler returned no DevToken')
  return DevToken
}
