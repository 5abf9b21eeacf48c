import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAnvil, startAnvil } from '../anvil/anvil.js'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { compileContracts, compileDevContracts, deployContract } from './contracts.js'

describe('compileContracts', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contracts-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const compile = async (content: string, settings?: Record<string, unknown>) => {
    const file = join(folder, 'A.sol')
    await writeFile(file, `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.28;\n${content}`)
    return compileContracts({ file, settings })
  }

  it('compiles every contract of a file together with its imports', async () => {
    const contracts = await compile(
      'import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";\ncontract A is ERC20("A", "A") {}\ncontract B {}',
    )
    expect(Object.keys(contracts).toSorted()).toEqual(['A', 'B'])
    expect(contracts['A']?.bytecode).toMatch(/^0x([\da-f]{2})+$/)
    expect(contracts['A']?.abi.some((item) => item.type === 'function' && item.name === 'transfer')).toBe(true)
  })

  it('applies compiler settings, and returns the same output for the same input', async () => {
    const source = 'contract A { uint256 public a = 1; }'
    const { A } = await compile(source)
    const bare = await compile(source, { metadata: { appendCBOR: false } })
    expect(bare['A']?.bytecode.length).toBeLessThan(A?.bytecode.length ?? 0)
    expect((await compile(source))['A']).toEqual(A)
  })

  it('throws the errors of the compiler', async () => {
    await expect(compile('contract A { uint256 a = "text"; }')).rejects.toThrow(/TypeError.*A\.sol/s)
    await expect(compile('import "@openzeppelin/contracts/nothing.sol";')).rejects.toThrow('nothing.sol')
  })
})

describe('deployContract', () => {
  let anvil: RunningAnvil
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337 })
  })
  afterAll(() => anvil.stop())

  it('deploys each contract of the files, and rejects if a constructor reverts', async () => {
    const { AccountFactory, DelegateAccount, KeyAccount, PasskeyAccount, UnpreparedAccount } =
      compileDevContracts('Accounts')
    const owner = devAccount(1).address
    const one = `0x${'1'.padStart(64, '0')}`
    const all = [
      { contract: AccountFactory, args: [] },
      { contract: DelegateAccount, args: [] },
      { contract: KeyAccount, args: [owner] },
      { contract: UnpreparedAccount, args: [owner] },
      { contract: PasskeyAccount, args: [one, one] },
      ...Object.values(compileDevContracts('Hostile')).map((contract) => ({ contract, args: [] })),
    ]
    expect(all.length).toBeGreaterThan(15)
    for (const { contract, args } of all) {
      if (!contract) throw new Error('A contract is missing.')
      if (contract === PasskeyAccount) {
        // (1, 1) is not a point on the curve
        await expect(deployContract({ ...contract, rpcUrl: anvil.url, args })).rejects.toThrow()
        continue
      }
      const address = await deployContract({ ...contract, rpcUrl: anvil.url, args })
      const code = await callRpc({ url: anvil.url, method: 'eth_getCode', params: [address, 'latest'] })
      expect(code).toMatch(/^0x([\da-f]{2})+$/)
    }
  })
})
