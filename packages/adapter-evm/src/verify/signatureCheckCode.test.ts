import { compileContracts } from '@latchkey/devnet'
import { expect, test } from 'vitest'

/** For chains of any age, without names or traces of the compiler, as small as it can be. */
const settings = {
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 1 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  debug: { revertStrings: 'strip' },
}

// `vitest run signatureCheckCode -u` writes the file anew, e.g. after a change of the contract
test('is what the compiler makes of SignatureCheck.sol', async () => {
  const file = new URL('./SignatureCheck.sol', import.meta.url).pathname
  const { SignatureCheck } = compileContracts({ file, settings })
  const text = `/** Creation code of SignatureCheck.sol. Written by signatureCheckCode.test.ts. */\nexport const signatureCheckCode =\n  '${SignatureCheck?.bytecode}'\n`
  await expect(text).toMatchFileSnapshot('./signatureCheckCode.generated.ts')
})
