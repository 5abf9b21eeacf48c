/** Of the development phrase, beyond the accounts that tests use. */
export const bundlerIndex = 40
export const paymasterSignerIndex = 41
