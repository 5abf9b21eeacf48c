// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// What its deployer has, it can send.
contract Plain {
  string public name = "Plain Token";
  string public symbol = "PLN";
  uint8 public decimals = 6;
  mapping(address => uint256) public balanceOf;

  event Transfer(address indexed from, address indexed to, uint256 value);

  constructor() {
    balanceOf[msg.sender] = 1_000_000e6;
  }

  function transfer(address to, uint256 amount) external returns (bool) {
    require(balanceOf[msg.sender] >= amount, "too little");
    balanceOf[msg.sender] -= amount;
    balanceOf[to] += amount;
    emit Transfer(msg.sender, to, amount);
    return true;
  }
}

/// Its texts are words, as those of the first years.
contract Old {
  bytes32 public symbol = "MKR";
  uint8 public decimals = 18;
}

/// Says more than anybody wants to read.
contract Long {
  string public symbol = "LONG";
  string public name =
    "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn";
  uint8 public decimals = 6;
}
