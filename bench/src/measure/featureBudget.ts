/** KiB of JavaScript that a feature may add to the shell with `connect`: its views, texts and actions. */
export const featureBudget = 24

/** KiB of the shell with the feature `connect`. */
export const firstOpenBudget = 26
