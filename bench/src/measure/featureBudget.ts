/** KiB of JavaScript that a feature may add to the shell with `connect`: its views, texts and actions. */
export const featureBudget = 24

/** The same for the account, whose first view shows the portfolio and the name, too, and loads the actions of the connection. */
export const accountBudget = 35

/** KiB of the shell with the feature `connect`. */
export const firstOpenBudget = 26
