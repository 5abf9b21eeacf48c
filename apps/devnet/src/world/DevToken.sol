// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// A token for local chains: what OpenZeppelin ships, and a mint that is open to everybody.
contract DevToken is ERC20, ERC20Permit {
    uint8 private immutable _decimals;

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address[] memory holders,
        uint256 amount
    ) ERC20(name_, symbol_) ERC20Permit(name_) {
        _decimals = decimals_;
        for (uint256 i = 0; i < holders.length; i++) _mint(holders[i], amount);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
