import { join } from 'node:path'
import { type CompiledContract, compileContracts } from '../contracts/compileContracts.js'
import { packageRoot } from '../packageRoot.js'

/** Compiles a contract of this folder against the installed OpenZeppelin. */
export function compileToken(name: 'DevToken' | 'DevNft' | 'CarefulToken'): CompiledContract {
  const contract = compileContracts({ file: join(packageRoot(), `src/world/${name}.sol`) })[name]
  if (!contract) throw new Error(`The compiler returned no ${name}`)
  return contract
}
