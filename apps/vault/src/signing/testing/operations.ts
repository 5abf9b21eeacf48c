/** Terms as a frame fills them in. */
export const terms: Readonly<Record<string, string | boolean>> = {
  ...{ nonce: '0x0', deploys: true },
  ...{ callGasLimit: '0x30d40', verificationGasLimit: '0x7a120', preVerificationGas: '0xc350' },
  ...{ maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' },
}

/** The same, paid by somebody else. */
export const sponsoredTerms: Readonly<Record<string, string | boolean>> = {
  ...terms,
  paymaster: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  ...{ paymasterVerificationGasLimit: '0x13880', paymasterPostOpGasLimit: '0x1', paymasterData: '0x1234' },
}
