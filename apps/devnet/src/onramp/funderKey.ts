/** Of the development phrase, beyond the accounts that tests use: who sends what visitors buy. */
export const funderIndex = 42
